import { restsOf } from '@tallystick/audit/report/rests'
import type { RecordName } from '@tallystick/audit/report/shown-record'
import { lookUpRecords } from '@tallystick/audit/report/shown-records'
import { computeWithPauses, noCurrency, parseDecimal } from '@tallystick/engine/base'
import { compareResults } from '@tallystick/engine/explain'
import { type ReconcileResult, reconcileInSlices } from '@tallystick/engine/reconcile'
import { type CompiledPolicy, calendarYearFaults, periodOfTable } from '@tallystick/engine/rules'
import { createSums } from './amounts-at-stake.ts'
import { compiledOf } from './checked-rules.ts'
import type { OnProgress, PolicyChoice, PolicyFault } from './engine-types.ts'
import type { RunBook } from './run-book.ts'
import type { DifferenceList, DifferenceRecord, DifferenceRow, RulesTrial, TrialEnd } from './stored-types.ts'
import type { Turn } from './turns.ts'

export interface TrialRequest extends PolicyChoice {
  readonly book: RunBook
  readonly turn: Turn
  readonly onProgress: OnProgress
}

const sliceStepCount = 300_000

/**
 * What an open run would come to under other rules, as lists of what is matched otherwise. A run of the service under
 * these rules has the root that is computed here. Throws `Cancelled` once its turn is over.
 */
export async function tryRules(request: TrialRequest): Promise<TrialEnd> {
  const end = await outcomeUnder(request)
  return end.ok
    ? { kind: 'done', trial: await trialOf(request.book, end.outcome) }
    : { kind: 'refused', faults: end.faults }
}

/** The outcome of the records of an open run under other rules, or their faults. Throws `Cancelled` once its turn is over. */
export async function outcomeUnder({
  book: { sides, sha256 },
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
    onRule: (rule, position, count) => onProgress({ step: `Rule ${rule}`, share: position / count }),
  })
  const { outcome } = await computeWithPauses(slices, turn.rest)
  return { ok: true, outcome, policy: compiled.value }
}

async function trialOf(book: RunBook, after: ReconcileResult): Promise<RulesTrial> {
  const { newlyMatched, noLongerMatched, rePaired, truncated } = await compareResults({
    before: textsIn(book.chunks),
    after: textsIn(after.chunks),
    source: book.sides.source.table,
  })
  const none: readonly string[] = []
  const seen = { before: book.recordOf, after: recordsAfter(book, after) }
  return {
    resultRoot: after.resultRoot,
    isSame: after.resultRoot === book.resultRoot,
    matchRate: { before: book.summary.matchRate, after: after.summary.matchRate },
    breakCount: { before: book.summary.breakCount, after: after.summary.breakCount },
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

const textsIn = (chunks: RunBook['chunks'] | ReconcileResult['chunks']): readonly string[] =>
  chunks.filter(({ view }) => view === 'matches').map(({ text }) => text)

interface Difference {
  readonly source: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Where the records of a difference are looked up: what a match leaves over is another item under other rules. */
interface SeenRecords {
  readonly before: RunBook['recordOf']
  readonly after: RunBook['recordOf']
  /** For the source records. */
  readonly source: RunBook['recordOf']
}

/** The records of a run, with what matches leave over under other rules. */
export function recordsAfter({ sides, recordOf }: RunBook, after: ReconcileResult): RunBook['recordOf'] {
  const rests = restsOf(after)
  return rests.length === 0 ? recordOf : lookUpRecords(sides, rests)
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

function recordOf(lookUp: RunBook['recordOf'], name: RecordName): DifferenceRecord {
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
