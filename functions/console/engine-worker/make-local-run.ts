import { computeWithPauses, type JsonValue } from '@tallystick/engine/base'
import { reconcileInSlices } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import { calendarYearFaults, periodOfTable } from '@tallystick/engine/rules'
import { compiledOf } from './checked-rules.ts'
import type { OnProgress, RunStart } from './engine-types.ts'
import { localBook } from './local-book.ts'
import type { FileSide } from './read-file.ts'
import { overviewOf } from './run-overview.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

export interface LocalRunRequest {
  readonly id: string
  readonly sides: BySide<FileSide>
  /** Undefined for the built-in rules. */
  readonly policyJson: JsonValue | undefined
  readonly onProgress: OnProgress
}

/** A few milliseconds, so that a cancelled run ends at once. */
const sliceStepCount = 300_000

/** Reconciles two files that were read, and opens the run; or says why the rules cannot be run. */
export async function makeLocalRun(
  { sha256, turns, books }: SessionContext,
  { id, sides, policyJson, onProgress }: LocalRunRequest,
): Promise<RunStart> {
  const compiled = compiledOf(policyJson)
  if (!compiled.ok) return { kind: 'refused', faults: compiled.faults }
  const policy = compiled.value
  const years = calendarYearFaults(policy, (side, field) => periodOfTable(sides[side].table, field))
  if (years.length > 0) return { kind: 'refused', faults: years }
  const inputOf = ({ table, summary }: FileSide) => ({ table, root: summary.root })
  const turn = turns.begin('run')
  const slices = reconcileInSlices({
    source: inputOf(sides.source),
    target: inputOf(sides.target),
    policy,
    sha256,
    sliceStepCount,
    onRule: (rule, position, count) => onProgress({ step: `Rule ${rule}`, share: position / count }),
  })
  const ended = await untilCancelled(() => computeWithPauses(slices, turn.rest))
  if (ended === undefined) return { kind: 'cancelled' }
  const book = localBook({ id, policy, policyJson, sides, ended, sha256 })
  books.add(book)
  return { kind: 'done', run: overviewOf(book) }
}
