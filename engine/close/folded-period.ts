import type { Decimal } from '../base/decimal.ts'
import type { Pace, Slices } from '../base/slices.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { BySide } from '../record/side.ts'
import type { BreakLine } from '../result/line.ts'
import { type AgeBucket, ageInDays, bucketOf } from './ageing.ts'
import { type Amounts, addTo, parseAmounts, type Sums } from './currency-sums.ts'
import type { DecisionLine } from './decision.ts'
import { chainKey, type DecisionStatus, type FoldedOpening, type FoldState } from './fold-state.ts'
import type { InstructionLine } from './instruction.ts'
import { instructionsOf } from './instructions-of.ts'
import { type Comment, type Item, type ItemState, isOverdue, type Settled, stateOf } from './item.ts'
import { compareNames, type ItemName } from './item-name.ts'
import type { Chain, FirstSeen, OpeningHeader } from './opening.ts'
import type { PeriodTerms } from './period-terms.ts'

export interface PeriodItem {
  readonly name: ItemName
  readonly record: CanonicalRecord
  readonly state: ItemState
  /** The control amount, as its side states it. */
  readonly amount: Decimal
  readonly currency: string
  readonly part: Item['part']
  readonly firstSeen: FirstSeen
  readonly ageDays: number
  readonly bucket: AgeBucket
  readonly chain?: Chain
  readonly label?: string
  /** The decision that carries or accepts the item. */
  readonly decision?: string
  readonly expected?: string
  readonly owner?: string
  readonly reason?: BreakLine['reason']
  readonly cause?: NonNullable<BreakLine['cause']>
  readonly settledBy?: Pick<Settled, 'by' | 'rule' | 'decision'>
  readonly isLate: boolean
  readonly isFlagged: boolean
  /** Whether the day passed until which the item was carried. */
  readonly isOverdue: boolean
  readonly comments: readonly Comment[]
}

export interface FoldedPeriod {
  readonly terms: PeriodTerms
  readonly header: OpeningHeader | undefined
  /** By side, id, root and leaf. */
  readonly items: readonly PeriodItem[]
  /** In the order of the decisions. */
  readonly decisions: readonly DecisionStatus[]
  readonly instructions: readonly InstructionLine[]
  /** Sums as each side states them. */
  readonly open: BySide<Sums>
  readonly read: BySide<Sums>
  /** Since the first opening, as are the exchanged ones: source − t · target. */
  readonly excluded: BySide<Sums>
  readonly exchanged: Sums
}

interface FoldedInput extends FoldedOpening {
  readonly decisions: readonly DecisionLine[]
  readonly pace: Pace
}

/** What callers see of a fold that has gone through all lines. O(items · log items). */
export function* foldedPeriod(state: FoldState, input: FoldedInput): Slices<FoldedPeriod> {
  const open: BySide<Map<string, Decimal>> = { source: new Map(), target: new Map() }
  const items: PeriodItem[] = []
  for (const item of state.items.values()) {
    const shown = periodItem(state, item)
    items.push(shown)
    if (isOpenState(shown.state)) addTo(open[item.name.side], item.currency, item.amount)
    if (input.pace.endsSlice(stepsOfItem)) yield
  }
  items.sort((a, b) => compareNames(a.name, b.name))
  return {
    terms: state.terms,
    header: input.header,
    items,
    decisions: [...state.statuses.values()],
    instructions: instructionsOf(state, input.decisions, input.apart),
    open,
    read: state.read,
    excluded: { source: excludedOf(input, 'source'), target: excludedOf(input, 'target') },
    exchanged: state.exchanged,
  }
}

const stepsOfItem = 400

export const isOpenState = (state: ItemState): state is 'undecided' | 'carried' | 'accepted' =>
  state === 'undecided' || state === 'carried' || state === 'accepted'

function excludedOf({ header, totals }: FoldedOpening, side: 'source' | 'target'): Sums {
  const sums = parseAmounts(header?.excluded[side] ?? {})
  const own: Amounts = Object.fromEntries(
    Object.entries(totals?.[side] ?? {}).map(([currency, { excluded }]) => [currency, excluded]),
  )
  for (const [currency, amount] of parseAmounts(own)) addTo(sums, currency, amount)
  return sums
}

function periodItem(state: FoldState, item: Item): PeriodItem {
  const { last } = state.terms.period
  const { name, record, amount, currency, part, firstSeen, disposition, settled, isLate, isFlagged, comments } = item
  const { label, decision, expected } = disposition
  const number = state.chains.get(chainKey(item))
  const ageDays = ageInDays(record, firstSeen.date, last)
  return {
    ...{ name, record, state: stateOf(item, last), amount, currency, part, firstSeen, ageDays },
    bucket: bucketOf(ageDays),
    ...(number !== undefined && number > 0 && { chain: { ...item.first, number } }),
    ...(label !== undefined && { label }),
    ...(decision !== undefined && { decision }),
    ...(expected !== undefined && { expected }),
    ...(item.owner !== undefined && { owner: item.owner }),
    ...(item.reason !== undefined && { reason: item.reason }),
    ...(item.cause !== undefined && { cause: item.cause }),
    ...(settled !== undefined && {
      settledBy: { by: settled.by, rule: settled.rule, decision: settled.decision },
    }),
    isLate,
    isFlagged,
    isOverdue: isOverdue(disposition, last),
    comments,
  }
}
