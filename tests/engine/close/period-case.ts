import { canonicalize } from '../../../engine/base/canonical.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal, zero } from '../../../engine/base/decimal.ts'
import { finish } from '../../../engine/base/slices.ts'
import type { DecisionLine } from '../../../engine/close/decision.ts'
import { createPeriodFold } from '../../../engine/close/fold-period.ts'
import type { FoldedPeriod, PeriodItem } from '../../../engine/close/folded-period.ts'
import type { ApartInstruction } from '../../../engine/close/instruction.ts'
import type { ItemName } from '../../../engine/close/item-name.ts'
import { type NextOpening, nextOpening } from '../../../engine/close/next-opening.ts'
import { nameOfOpening, type OpeningItem } from '../../../engine/close/opening.ts'
import type { PeriodTerms } from '../../../engine/close/period-terms.ts'
import type { ReadRecord } from '../../../engine/close/place-lines.ts'
import type { PeriodLine } from '../../../engine/close/shown-line.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { createShownIds } from '../../../engine/record/shown-id.ts'
import { type BySide, type Side, sides } from '../../../engine/record/side.ts'
import { leafHashOf } from '../support/lines.ts'
import { policyOf, reconcilePeriodCase } from '../support/reconcile-case.ts'
import { type Case, type Result, resultOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

/** Periods of a reconciliation, run by the engine and folded as a service would. */

export const march: PeriodTerms = {
  period: { name: '2026-03', first: '2026-03-01', last: '2026-03-31' },
  statement: 'source',
  isTurned: false,
  approvalAbove: {},
}

export const april: PeriodTerms = {
  ...march,
  period: { name: '2026-04', first: '2026-04-01', last: '2026-04-30' },
}

export interface PeriodCase {
  readonly terms?: PeriodTerms
  readonly opening?: NextOpening
  readonly returned?: readonly OpeningItem[]
  readonly apart?: readonly ApartInstruction[]
  readonly source?: readonly CanonicalRecord[]
  readonly target?: readonly CanonicalRecord[]
  readonly rules: Case['rules']
  readonly decisions?: readonly DecisionLine[]
  /** Records of the datasets that the run leaves out. */
  readonly repeated?: BySide<readonly CanonicalRecord[]>
  readonly later?: BySide<readonly CanonicalRecord[]>
  /** What an earlier call made of the same records and rules. */
  readonly result?: Result
  /** Puts the lines in another order. */
  readonly shuffled?: <Line>(lines: readonly Line[]) => readonly Line[]
  readonly sliceStepCount?: number
}

export interface RunPeriod {
  readonly folded: FoldedPeriod
  readonly result: Result
  /** The closing balances where nothing was lost: the opening balances and all that was counted. */
  readonly balances: BySide<{ readonly [currency: string]: string }>
  /** By side and the id that the run shows. */
  readonly nameOf: (side: Side, id: string) => ItemName
  /** As `nameOf`; undefined for a residual whose match was undone. */
  readonly findName: (side: Side, id: string) => ItemName | undefined
  readonly item: (side: Side, id: string) => PeriodItem
}

export function runPeriod(given: PeriodCase): RunPeriod {
  const { terms = march, opening, returned = [], rules, decisions = [], shuffled = (lines) => lines } = given
  const read = { source: readSide(given, 'source'), target: readSide(given, 'target') }
  const result = given.result ?? reconciled(given, rules)
  const fold = createPeriodFold(terms, { sha256, sliceStepCount: given.sliceStepCount ?? 1_000 })
  if (opening !== undefined) fold.addHeader(opening.header)
  for (const item of shuffled(opening?.items ?? [])) fold.addOpening(item, 'opening')
  for (const item of returned) fold.addOpening(item, 'returned')
  for (const line of given.apart ?? []) fold.addApart(line)
  const recordsById = {
    source: new Map(read.source.map((each) => [each.shownId, each])),
    target: new Map(read.target.map((each) => [each.shownId, each])),
  }
  for (const line of shuffled(linesOf(result)))
    fold.addLine({
      line,
      records: sides.flatMap((side) => idsIn(line, side).flatMap((id) => recordsById[side].get(id) ?? [])),
    })
  for (const side of sides) {
    for (const each of named(side, given.repeated?.[side] ?? [])) fold.addSetAside(each, 'repeated')
    for (const each of named(side, given.later?.[side] ?? [])) fold.addSetAside(each, 'later')
  }
  fold.addTotals(result.totals)
  for (const line of decisions) fold.addDecision(line)
  const folded = finish(fold.finish())
  const counted = (side: Side) => sumsOf((side === 'source' ? given.source : given.target) ?? [])
  return {
    folded,
    result,
    balances: {
      source: plus(opening?.header.balances.source ?? {}, counted('source')),
      target: plus(opening?.header.balances.target ?? {}, counted('target')),
    },
    nameOf: (side, id) => recordsById[side].get(id)?.name ?? itemOf(folded, side, id).name,
    findName: (side, id) =>
      recordsById[side].get(id)?.name ?? folded.items.find(({ name }) => name.side === side && name.id === id)?.name,
    item: (side, id) => itemOf(folded, side, id),
  }
}

function reconciled({ opening, returned = [], source = [], target = [] }: PeriodCase, rules: Case['rules']): Result {
  const policy = policyOf(rules)
  const recordsOf = (dataset: readonly CanonicalRecord[]) => ({ opening: opening?.items ?? [], returned, dataset })
  const sides = { source: recordsOf(source), target: recordsOf(target) }
  return resultOf({ ...reconcilePeriodCase({ ...sides, policy, instructions: [] }, sha256).outcome, policy })
}

/** The opening of the period after. */
export const openingAfter = ({ folded, balances }: RunPeriod, name = '2026-04'): NextOpening =>
  nextOpening(folded, { name, balances })

export function itemOf({ items }: FoldedPeriod, side: Side, id: string): PeriodItem {
  const found = items.filter(({ name }) => name.side === side && name.id === id)
  const [item] = found
  if (item === undefined || found.length > 1) throw new Error(`Got ${found.length} ${side} items ${id}`)
  return item
}

/** `side id state amount` of the items that are open. */
export const openIn = ({ items }: FoldedPeriod): readonly string[] =>
  items
    .filter(({ state }) => ['undecided', 'carried', 'accepted'].includes(state))
    .map(({ name, state, amount }) => `${name.side} ${name.id} ${state} ${formatDecimal(amount)}`)

export const nameOfRecord = (side: Side, record: CanonicalRecord, dataset: readonly CanonicalRecord[]): ItemName => ({
  side,
  root: rootOf(dataset),
  id: record.id,
  leaf: leafHashOf(canonicalize(record)),
})

export const rootOf = (records: readonly CanonicalRecord[]): string => rootOfLines(sha256, records.map(canonicalize))

const named = (side: Side, records: readonly CanonicalRecord[]): ReadRecord[] =>
  records.map((record) => ({ name: nameOfRecord(side, record, records), shownId: record.id, record }))

function readSide({ opening, returned = [], ...datasets }: PeriodCase, side: Side): readonly ReadRecord[] {
  const nextShown = createShownIds()
  const handedOn = [...(opening?.items ?? []), ...returned].filter((item) => item.side === side)
  return [
    ...handedOn.map((item) => ({ name: nameOfOpening(sha256, item), record: item.record })),
    ...named(side, datasets[side] ?? []),
  ].map(({ name, record }) => ({ name, record, shownId: nextShown(record.id) }))
}

const linesOf = ({ matches, breaks, excluded, netted }: Result): readonly PeriodLine[] => [
  ...matches.map((line) => ({ ...line, kind: 'match' as const })),
  ...breaks,
  ...excluded,
  ...netted,
]

const idsIn = (line: PeriodLine, side: Side): readonly string[] =>
  line.kind === 'netted' ? (line.side === side ? line.records : []) : (line[side] ?? [])

export function sumsOf(records: readonly CanonicalRecord[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { currency = 'XXX', amount, net, gross } of records)
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, parseDecimal(amount ?? net ?? gross ?? '0') ?? zero))
  return sums
}

function plus(
  amounts: { readonly [currency: string]: string },
  sums: ReadonlyMap<string, Decimal>,
): { readonly [currency: string]: string } {
  const all = new Map(Object.entries(amounts).map(([currency, text]) => [currency, parseDecimal(text) ?? zero]))
  for (const [currency, sum] of sums) all.set(currency, addDecimals(all.get(currency) ?? zero, sum))
  return Object.fromEntries([...all].map(([currency, sum]) => [currency, formatDecimal(sum)]))
}
