import { residualsOf } from '@tallystick/audit/report/residuals'
import type { RecordName } from '@tallystick/audit/report/shown-record'
import { lookUpRecords } from '@tallystick/audit/report/shown-records'
import { computeWithPauses, noCurrency, parseDecimal } from '@tallystick/engine/base'
import { compareResults } from '@tallystick/engine/explain'
import { type ReconcileResult, reconcileInSlices } from '@tallystick/engine/reconcile'
import { type CompiledPolicy, calendarYearFaults, periodOfTable } from '@tallystick/engine/rules'
import { compiledOf } from './checked-rules.ts'
import type { OnProgress, PolicyChoice, PolicyFault } from './engine-types.ts'
import { createSums } from './line-figures.ts'
import type { OpenRun } from './open-run-lines.ts'
import type { DifferenceList, DifferenceRecord, DifferenceRow, RulesTrial, TrialEnd } from './stored-types.ts'
import type { Turn } from './turns.ts'

interface TrialRequest extends PolicyChoice {
  readonly openRun: OpenRun
  readonly turn: Turn
  readonly onProgress: OnProgress
}

export const sliceStepCount = 300_000

/**
 * The outcome of an open run under other rules, as lists of changed matches. The root is the one that the service would
 * compute. Throws `Cancelled` once the turn is ended.
 */
export async function tryRules(request: TrialRequest): Promise<TrialEnd> {
  const end = await outcomeUnder(request)
  return end.ok
    ? { kind: 'done', trial: await trialOf(request.openRun, end.outcome) }
    : { kind: 'refused', faults: end.faults }
}

/** Throws `Cancelled` once the turn is ended. */
async function outcomeUnder({
  openRun: { sides, sha256 },
  policy,
  turn,
  onProgress,
}: TrialRequest): Promise<
  | { readonly ok: true; readonly outcome: ReconcileResult; readonly policy: CompiledPolicy }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] }
> {
  const compiled = compiledOf(policy)
  if (!compiled.ok) return compiled
  const years = calendarYearFaults(compiled.value, (side, field) => periodOfTable(sides[side].table, field))
  if (years.length > 0) return { ok: false, faults: years }
  const slices = reconcileInSlices({
    source: sides.source,
    target: sides.target,
    policy: compiled.value,
    sha256,
    sliceStepCount,
    onRule: (rule, position, count) => onProgress({ step: `Rule ${rule}`, ratio: position / count }),
  })
  const { outcome } = await computeWithPauses(slices, turn.pause)
  return { ok: true, outcome, policy: compiled.value }
}

async function trialOf(openRun: OpenRun, after: ReconcileResult): Promise<RulesTrial> {
  const { newlyMatched, noLongerMatched, rePaired, truncated } = await compareResults({
    before: textsIn(openRun.chunks),
    after: textsIn(after.chunks),
    source: openRun.sides.source.table,
  })
  const none: readonly string[] = []
  const seen = { before: openRun.recordOf, after: recordsAfter(openRun, after) }
  return {
    resultRoot: after.resultRoot,
    isSame: after.resultRoot === openRun.resultRoot,
    matchRate: { before: openRun.summary.matchRate, after: after.summary.matchRate },
    breakCount: { before: openRun.summary.breakCount, after: after.summary.breakCount },
    lists: {
      gained: listOf(
        { ...seen, source: seen.after },
        newlyMatched.map((each) => ({ ...each, before: none })),
      ),
      lost: listOf(
        { ...seen, source: seen.before },
        noLongerMatched.map((each) => ({ ...each, after: none })),
      ),
      rePaired: listOf({ ...seen, source: seen.after }, rePaired),
    },
    isCut: truncated,
  }
}

const textsIn = (chunks: OpenRun['chunks'] | ReconcileResult['chunks']): readonly string[] =>
  chunks.filter(({ view }) => view === 'matches').map(({ text }) => text)

interface Difference {
  readonly source: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

interface SeenRecords {
  readonly before: OpenRun['recordOf']
  readonly after: OpenRun['recordOf']
  readonly source: OpenRun['recordOf']
}

/** The records of a run, with the residuals under other rules. */
export function recordsAfter({ sides, recordOf }: OpenRun, after: ReconcileResult): OpenRun['recordOf'] {
  const residuals = residualsOf(after)
  return residuals.length === 0 ? recordOf : lookUpRecords(sides, residuals)
}

function listOf(seen: SeenRecords, differences: readonly Difference[]): DifferenceList {
  const sums = createSums()
  const rows = differences.map(({ source, before, after }): DifferenceRow => {
    const row = {
      source: recordOf(seen.source, { side: 'source', id: source }),
      before: before.map((id) => recordOf(seen.before, { side: 'target', id })),
      after: after.map((id) => recordOf(seen.after, { side: 'target', id })),
    }
    const { amount, currency } = row.source
    if (amount !== null) sums.add(currency ?? noCurrency, parseDecimal(amount))
    return row
  })
  return { count: rows.length, amounts: sums.amounts(), rows }
}

function recordOf(lookUp: OpenRun['recordOf'], name: RecordName): DifferenceRecord {
  const record = lookUp(name)
  const words = [record?.reference, record?.counterparty, record?.description].filter((word) => word != null)
  return {
    id: name.id,
    date: record?.date ?? null,
    amount: record?.amount ?? null,
    currency: record?.currency ?? null,
    text: words.join(' · '),
  }
}
