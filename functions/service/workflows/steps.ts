import { utf8 } from '@tallystick/engine/base'

/** A step may be executed again until its result is stored. An orchestration sees neither Hono nor the platform. */
export interface Steps {
  /**
   * Does `work`, or gives its stored result. `work` has to be idempotent: the platform repeats a step that threw, and
   * one whose isolate died. Rejects after too many failures, or for a `PermanentError`. Requires a name that is new in
   * this instance, and a result that is JSON of at most 64 KB.
   */
  do<Result extends StepResult>(name: string, work: () => Promise<Result>): Promise<Result>
  /**
   * Waits without an isolate for an event that is sent to this instance, and gives its payload: at once if the event came
   * before. Undefined if none comes in time. Requires a name that is new in this instance.
   */
  event<Payload>(name: string, event: AwaitedEvent): Promise<Payload | undefined>
}

export interface AwaitedEvent {
  /** At most 100 letters, digits, `-` and `_`. */
  readonly type: string
  readonly timeoutMilliseconds: number
}

/** A small value, such as counts, keys or hashes. Lines and records are stored as objects in R2. */
export type StepResult =
  | string
  | number
  | boolean
  | null
  | readonly StepResult[]
  | { readonly [member: string]: StepResult }

/** Executes steps, for the platform or a test. Results are JSON texts. */
export interface StepRunner {
  do(name: string, config: StepConfig, work: () => Promise<string>): Promise<string>
  event<Payload>(name: string, event: AwaitedEvent): Promise<Payload | undefined>
}

interface StepConfig {
  retries: { limit: number; delay: number; backoff: 'linear' }
  timeout: number
}

/** Thrown by a step that would fail again: the step is not repeated, and rejects at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}

/** A sixteenth of what the platform takes: an instance reads all results again whenever it wakes. */
export const stepResultByteCountMax = 64 * 1024

/** The platform allows 256 characters. */
const nameLengthMax = 100

/** A step is ended after this time. */
export const stepMillisecondsMax = 15 * 60_000

/** Waits of 2, 4, 6 … 14 seconds, 56 in all, outlast a short fault of storage. The sweep handles longer ones. */
const config: StepConfig = {
  retries: { limit: 7, delay: 2_000, backoff: 'linear' },
  timeout: stepMillisecondsMax,
}

/** `finalErrorOf` makes an error after which `runner` does not repeat the step. */
export function createSteps(runner: StepRunner, finalErrorOf: (message: string) => Error): Steps {
  const names = new Set<string>()
  const take = (name: string): void => {
    if (name.length > nameLengthMax || names.has(name)) throw finalErrorOf(`The step ${name} has no name of its own`)
    names.add(name)
  }
  return {
    event<Payload>(name: string, event: AwaitedEvent) {
      take(name)
      return runner.event<Payload>(name, event)
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
