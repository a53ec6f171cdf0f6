import fc from 'fast-check'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { linesOf } from '../../../engine/base/line-splitter.ts'
import { addDataset, beginFirst } from '../../../engine/close/begin-period.ts'
import { type DecisionLine, formatDecision } from '../../../engine/close/decision.ts'
import { periodOf } from '../../../engine/close/period-calendar.ts'
import { formatLines, type PeriodFiles } from '../../../engine/close/period-files.ts'
import type { LongFileName, Reading } from '../../../engine/close/reading.ts'
import { settlePeriod } from '../../../engine/close/settle-period.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { policyOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'
import { rulesOfAll } from './histories.ts'

/** Small periods whose files are read in parts. */

const none = { file: '', lines: [] }
const old = { id: 'a', amount: '3', currency: 'EUR', date: '2026-02-20', reference: 'x' }

const begun = beginFirst(sha256, {
  ...{ period: periodOf('2026-03-01', '2026-03-31'), statement: 'source', approvalAbove: {}, materiality: {} },
  policy: policyOf(rulesOfAll),
  balances: { source: {}, target: {} },
  open: { source: { file: 'old', lines: [canonicalize(old)] }, target: none },
})

const record: fc.Arbitrary<CanonicalRecord> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'a~1', 'b#2'),
    amount: fc.integer({ min: -2, max: 6 }).map(String),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD', 'XXX'),
    date: fc.constantFrom('2026-02-27', '2026-03-02', '2026-03-05', '2026-04-01'),
    reference: fc.constantFrom('x', 'y', 'z'),
    type: fc.constantFrom('info', 'sale', 'sale'),
  },
  { requiredKeys: ['id', 'amount', 'currency', 'reference'] },
)
const dataset = fc.uniqueArray(record, { maxLength: 4, selector: ({ id }) => id })
export const datasets = fc.array(fc.tuple(fc.constantFrom('source' as const, 'target' as const), dataset), {
  maxLength: 5,
})
/** Decisions: a kind and the records that it names, by their places. */
export const picks = fc.array(
  fc.tuple(fc.constantFrom('accept', 'match', 'unmatch', 'keep', 'flag'), fc.nat(20), fc.nat(20)),
  { maxLength: 4 },
)

export function filesOf(given: readonly (readonly ['source' | 'target', readonly CanonicalRecord[]])[]): PeriodFiles {
  return given.reduce(
    (all, [side, records], index) =>
      addDataset(sha256, all, { side, file: String(index), lines: records.map(canonicalize) }),
    begun,
  )
}

export function decided(files: PeriodFiles, chosen: readonly (readonly [string, number, number])[]): PeriodFiles {
  const { records } = settledOf(files).period
  const names = [...records.source, ...records.target].map(({ name }) => name)
  const lines = chosen.map(([asked, one, other], index) => {
    const [first, second] = [names[one % names.length], names[other % names.length]]
    const kind = asked === 'match' && first === second ? 'flag' : asked
    const items = (kind === 'match' ? [first, second] : [first]).flatMap((name) => name ?? [])
    const about = kind === 'accept' ? { label: 'fee' } : {}
    const line = { id: `d${index}`, kind, items, actor: 'p', time: '2026-04-01T00:00:00.000Z', ...about }
    return formatDecision(line as DecisionLine)
  })
  return { ...files, 'decisions.ndjson': formatLines(lines) }
}

export function settledOf(files: PeriodFiles) {
  const settled = settlePeriod(sha256, files)
  if (!settled.ok) throw new Error(settled.detail)
  return settled.value
}

/** Gives a reading its files line by line. */
export function lineByLine<Result>(reading: Reading<Result>, files: PeriodFiles): Result {
  const places = new Map<LongFileName, number>()
  let given: string | undefined
  while (true) {
    const { done, value } = reading.next(given)
    if (done === true) return value
    given = undefined
    if (value === undefined) continue
    const place = places.get(value) ?? 0
    const line = linesOf(files[value])[place]
    given = line === undefined ? undefined : `${line}\n`
    places.set(value, line === undefined ? 0 : place + 1)
  }
}
