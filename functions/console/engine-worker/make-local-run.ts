import { computeWithPauses, type JsonValue } from '@tallystick/engine/base'
import { reconcileInSlices } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import { calendarYearFaults, periodOfTable } from '@tallystick/engine/rules'
import { compiledOf } from './checked-rules.ts'
import type { OnProgress, RunStart } from './engine-types.ts'
import { type LocalSide, openLocalRun } from './open-local-run.ts'
import { overviewOf } from './run-overview.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

interface LocalRunRequest {
  /** Given for a result that was kept; else made of its root. */
  readonly id?: string
  readonly sides: BySide<LocalSide>
  readonly policyJson: JsonValue | undefined
  readonly onProgress: OnProgress
}

const idLength = 16

/** Steps of one slice: a few milliseconds, so that a cancelled run ends at once. */
const sliceStepCount = 300_000

export async function makeLocalRun(
  { sha256, turns, openRuns }: SessionContext,
  { id, sides, policyJson, onProgress }: LocalRunRequest,
): Promise<RunStart> {
  const compiled = compiledOf(policyJson)
  if (!compiled.ok) return { kind: 'refused', faults: compiled.faults }
  const policy = compiled.value
  const years = calendarYearFaults(policy, (side, field) => periodOfTable(sides[side].table, field))
  if (years.length > 0) return { kind: 'refused', faults: years }
  const inputOf = ({ table, summary }: LocalSide) => ({ table, root: summary.root })
  const turn = turns.begin('run')
  const slices = reconcileInSlices({
    source: inputOf(sides.source),
    target: inputOf(sides.target),
    policy,
    sha256,
    sliceStepCount,
    onRule: (rule, position, count) => onProgress({ step: `Rule ${rule}`, ratio: position / count }),
  })
  const ended = await untilCancelled(() => computeWithPauses(slices, turn.pause))
  if (ended === undefined) return { kind: 'cancelled' }
  // The same files and rules have the same address, today and at the next visit.
  const runId = id ?? `local-${ended.outcome.resultRoot.slice(0, idLength)}`
  const openRun = openLocalRun({ id: runId, policy, policyJson, sides, ended, sha256 })
  openRuns.forget(runId)
  openRuns.add(openRun)
  return { kind: 'done', run: overviewOf(openRun) }
}
