import type { StepRunner } from '../../../functions/service/workflows/steps.ts'

/** Thrown where an isolate is killed: nothing after it is executed. */
export class KilledError extends Error {
  override readonly name = 'KilledError'
}

/** Thrown by a step that the platform does not repeat. */
export class FinalError extends Error {
  override readonly name = 'FinalError'
}

export interface MemoryStepsOptions {
  /** Executes the work of each step twice, as a platform does that lost the first acknowledgement. */
  readonly isTwice?: boolean
  /** Kills the isolate the first time that the step was executed, before its result is stored. */
  readonly killedAfter?: string
}

/**
 * Executes steps as the platform does, without waits: a step whose result is stored is not executed again, and one that
 * throws is repeated. An orchestration that was killed is begun again with the same object.
 */
export function memorySteps({ isTwice = false, killedAfter }: MemoryStepsOptions = {}) {
  const results = new Map<string, string>()
  const executed: string[] = []
  let isKilled = false
  const execute = async (name: string, limit: number, work: () => Promise<string>): Promise<string> => {
    for (let tries = 0; ; tries += 1) {
      executed.push(name)
      try {
        return await work()
      } catch (error) {
        if (error instanceof FinalError || tries === limit) throw error
      }
    }
  }
  const runner: StepRunner = {
    async do(name, { retries }, work) {
      const known = results.get(name)
      if (known !== undefined) return known
      if (isTwice) await execute(name, retries.limit, work)
      const result = await execute(name, retries.limit, work)
      if (name === killedAfter && !isKilled) {
        isKilled = true
        throw new KilledError()
      }
      results.set(name, result)
      return result
    },
    event: async () => undefined,
  }
  return { runner, executed, finalErrorOf: (message: string) => new FinalError(message) }
}

/** Does `orchestrate`, and again as often as it is killed. */
export async function untilAlive(orchestrate: () => Promise<void>): Promise<void> {
  try {
    await orchestrate()
  } catch (error) {
    if (!(error instanceof KilledError)) throw error
    await untilAlive(orchestrate)
  }
}
