import { takeInterruption } from '../../interruption.ts'
import type { ConfigResult } from '../../read-config.ts'
import { awaitRun, faultOfRun } from '../../run/await-run.ts'
import { createRunProgress } from '../../run/run-progress.ts'
import type { ServiceWork } from './service-work.ts'

/** Runs a period over all that it reads, and waits until the run has ended. */
export async function runPeriod({ client, terminal }: ServiceWork, id: string): Promise<ConfigResult<undefined>> {
  const progress = createRunProgress(terminal)
  const interruption = takeInterruption()
  const { signal } = interruption
  try {
    const run = await awaitRun({ client, progress, signal }, await client.periods.run(id, { signal }))
    const fault = faultOfRun(run)
    return fault === undefined ? { ok: true, value: undefined } : { ok: false, faults: [fault] }
  } catch (error) {
    if (signal.aborted) return { ok: false, faults: ['interrupted; close run without files runs the period again'] }
    throw error
  } finally {
    progress.clear()
    interruption.end()
  }
}
