import { utf8 } from '@tallystick/engine/base'

/**
 * The steps of a Workflow. A step is named, may be executed again at any time, and is executed no more once its result is
 * stored. What orchestrates them sees neither Hono nor the platform, so that a test drives it with steps in memory.
 */
export interface Steps {
  /**
   * Does `work`, or gives what it came to before. `work` has to be idempotent: the platform repeats a step that threw, and
   * one whose isolate died. Rejects when it has thrown too often, or a `PermanentError`. Requires a name that this
   * instance has not used yet, and a result that is JSON of at most 64 KB.
   */
  do<Result extends StepResult>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Waits so many milliseconds, without an isolate. Requires a name that this instance has not used yet. */
  sleep(name: string, milliseconds: number): Promise<void>
}

/** What a step may come to: counts, keys, hashes. Lines and records are objects in R2. */
export type StepResult =
  | string
  | number
  | boolean
  | null
  | readonly StepResult[]
  | { readonly [member: string]: StepResult }

/** What the platform, or a test, executes steps by. Results cross as text. */
export interface StepRunner {
  do(name: string, config: StepConfig, work: () => Promise<string>): Promise<string>
  sleep(name: string, milliseconds: number): Promise<void>
}

interface StepConfig {
  retries: { limit: number; delay: number; backoff: 'exponential' }
  timeout: number
}

/** Thrown by a step that would fail again however often it is executed: it is not, and rejects at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}

/** A sixteenth of what the platform takes: all results are read again whenever their instance wakes. */
export const stepResultByteCountMax = 64 * 1024

/** The platform's bound is 256 characters. */
const nameLengthMax = 100

/** How long a step may take: after this nothing of it is executed any more. */
export const stepMillisecondsMax = 15 * 60_000

/** Waits of 2, 4, 8, 16 and 32 seconds outlast a fault of storage that passes. The sweep sees to what lasts longer. */
const config: StepConfig = {
  retries: { limit: 5, delay: 2_000, backoff: 'exponential' },
  timeout: stepMillisecondsMax,
}

/** Steps of one instance by `runner`. `finalErrorOf` makes the error that the runner does not repeat a step for. */
export function createSteps(runner: StepRunner, finalErrorOf: (message: string) => Error): Steps {
  const names = new Set<string>()
  const take = (name: string): void => {
    if (name.length > nameLengthMax || names.has(name)) throw finalErrorOf(`The step ${name} has no name of its own`)
    names.add(name)
  }
  return {
    sleep(name, milliseconds) {
      take(name)
      return runner.sleep(name, milliseconds)
    },
    async do(name, work) {
      take(name)
      const text = await runner.do(name, config, async () => {
        try {
          return textOf(name, await work())
        } catch (error) {
          throw error instanceof PermanentError ? finalErrorOf(error.message) : error
        }
      })
      return JSON.parse(text)
    },
  }
}

function textOf(name: string, result: StepResult): string {
  const text = JSON.stringify(result)
  const byteCount = utf8(text).length
  if (byteCount > stepResultByteCountMax)
    throw new PermanentError(`The step ${name} came to ${byteCount} bytes, at most ${stepResultByteCountMax} are kept`)
  return text
}
