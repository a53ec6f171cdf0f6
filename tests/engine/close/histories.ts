import fc from 'fast-check'
import { addDecimals, type Decimal, formatDecimal, subtractDecimals, zero } from '../../../engine/base/decimal.ts'
import type { DecisionKind, DecisionLine } from '../../../engine/close/decision.ts'
import { isOpenState, type PeriodItem } from '../../../engine/close/folded-period.ts'
import type { PeriodTerms } from '../../../engine/close/period-terms.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type BySide, type Side, sides } from '../../../engine/record/side.ts'
import type { NettedLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { decide, partPayments, withSigns } from './decide.ts'
import { openingAfter, type PeriodCase, type RunPeriod, runPeriod } from './period-case.ts'
import { truthAfter } from './truth.ts'

/** Random periods one after another: records that nearly fit, rules of every kind, and decisions about what is open. */

export interface History {
  readonly isTurned: boolean
  readonly statement: Side
  readonly rules: readonly RuleInput[]
  readonly periods: readonly HistoryPeriod[]
}

export interface HistoryPeriod {
  readonly source: readonly Drawn[]
  readonly target: readonly Drawn[]
  readonly repeated: readonly Drawn[]
  readonly decisions: readonly DrawnDecision[]
}

type Drawn = Pick<CanonicalRecord, 'amount' | 'currency' | 'date' | 'reference' | 'type'>

interface DrawnDecision {
  readonly kind: DecisionKind | 'difference' | 'exchange'
  /** Which of the items or decisions at hand it takes. */
  readonly picks: readonly number[]
  readonly actor: string
}

export const rulesOfAll: readonly RuleInput[] = [
  { id: 'info', action: 'exclude', where: { source: [{ field: 'type', op: 'eq', value: 'info' }] } },
  { id: 'exact', match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount' }] },
  ...sides.map(
    (side): RuleInput => ({
      id: `net-${side}`,
      side,
      variance: 'rounding',
      match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount', tolerance: '1' }],
    }),
  ),
  {
    id: 'fee',
    variance: 'fee',
    match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount', tolerance: '2' }],
  },
  ...partPayments,
  { id: 'fx', variance: 'fx', ignoreAmount: true, crossCurrency: true, match: [{ field: 'reference' }] },
]

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    amount: fc.integer({ min: -4, max: 9 }).map(String),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
    day: fc.integer({ min: 1, max: 28 }),
    reference: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'),
    type: fc.constantFrom('entry', 'entry', 'entry', 'info'),
  })
  .map(({ day, ...others }) => ({ ...others, date: String(day).padStart(2, '0') }))

const drawnDecision: fc.Arbitrary<DrawnDecision> = fc.record({
  kind: fc.constantFrom<DrawnDecision['kind'][]>(
    ...([
      'match',
      'match',
      'difference',
      'exchange',
      'accept',
      'carry',
      'unmatch',
      'unmatch',
      'keep',
      'withdraw',
    ] as const),
    ...(['assign', 'comment', 'flag', 'reopen', 'acknowledge', 'approve'] as const),
  ),
  picks: fc.array(fc.nat({ max: 50 }), { minLength: 3, maxLength: 3 }),
  actor: fc.constantFrom('ann', 'bob'),
})

export const histories = (periodCount: number): fc.Arbitrary<History> =>
  fc.record({
    isTurned: fc.boolean(),
    statement: fc.constantFrom<Side>('source', 'target'),
    rules: fc.subarray([...rulesOfAll], { minLength: 1 }),
    periods: fc.array(
      fc.record({
        source: fc.array(drawn, { maxLength: 5 }),
        target: fc.array(drawn, { maxLength: 5 }),
        repeated: fc.array(drawn, { maxLength: 1 }),
        decisions: fc.array(drawnDecision, { maxLength: 6 }),
      }),
      { minLength: 1, maxLength: periodCount },
    ),
  })

export const termsOf = ({ isTurned, statement }: History, index: number): PeriodTerms => {
  const month = String(index + 1).padStart(2, '0')
  const period = { name: `2026-${month}`, first: `2026-${month}-01`, last: `2026-${month}-28` }
  return { period, statement, isTurned, approvalAbove: { EUR: '6' } }
}

/** The records of a period; ids differ between periods. */
export function recordsOf({ periods }: History, index: number, kind: 'source' | 'target' | 'repeated') {
  return (periods[index]?.[kind] ?? []).map(
    (each, row): CanonicalRecord => ({
      ...each,
      id: `${kind.charAt(0)}${index}.${row}`,
      date: `2026-${String(index + 1).padStart(2, '0')}-${each.date}`,
    }),
  )
}

export const caseOf = (history: History, index: number, opening: PeriodCase['opening']): PeriodCase => ({
  terms: termsOf(history, index),
  ...(opening && { opening }),
  source: recordsOf(history, index, 'source'),
  target: recordsOf(history, index, 'target'),
  repeated: { source: recordsOf(history, index, 'repeated'), target: [] },
  rules: withSigns(history.rules, history.isTurned),
})

/** Makes decisions one after another, each about the period as those before it have left it. */
export function decided(
  given: PeriodCase,
  wanted: readonly DrawnDecision[],
): RunPeriod & { readonly given: PeriodCase } {
  let period = runPeriod(given)
  let decisions: readonly DecisionLine[] = given.decisions ?? []
  for (const each of wanted) {
    const decision = decisionOf(period, each, { terms: given.terms, decisions })
    if (decision === undefined) continue
    decisions = [...decisions, decision]
    period = runPeriod({ ...given, decisions, result: period.result })
  }
  return { ...period, given: { ...given, decisions, result: period.result } }
}

interface Decided {
  readonly terms: PeriodTerms | undefined
  readonly decisions: readonly DecisionLine[]
}

/** What decisions are drawn about: a folded period with the lines and names of its run. */
export interface Decidable extends Pick<RunPeriod, 'folded' | 'findName'> {
  readonly result: {
    readonly matches: readonly Partial<BySide<readonly string[]>>[]
    readonly netted: readonly Pick<NettedLine, 'side' | 'records'>[]
  }
}

export function decisionOf(
  period: Decidable,
  { kind, picks, actor }: DrawnDecision,
  { terms, decisions }: Decided,
): DecisionLine | undefined {
  const { items } = period.folded
  const pick = <Value>(values: readonly Value[], at: number): readonly Value[] => {
    const value = values[(picks[at] ?? 0) % Math.max(1, values.length)]
    return value === undefined ? [] : [value]
  }
  if (kind === 'reopen' || kind === 'acknowledge' || kind === 'approve') {
    const [followed] = pick(decisions, 0)
    return followed && decide(kind, [], { follows: followed.id, actor })
  }
  const open = items.filter(({ state }) => isOpenState(state))
  const chosen = chosenItems(period, kind, (values, at) => pick(values, at))
  if (chosen.length === 0) return undefined
  const names = chosen.map(({ name }) => name)
  if (new Set(names).size < names.length) return undefined
  const factor = terms?.isTurned ? -1 : 1
  if (kind === 'difference') {
    const own = sumOn(chosen, terms?.statement ?? 'source')
    const other = sumOn(chosen, terms?.statement === 'target' ? 'source' : 'target')
    const difference = factor === 1 ? subtractDecimals(own, other) : addDecimals(own, other)
    return decide('accept', names, { label: 'slip', amount: formatDecimal(difference), actor })
  }
  if (kind === 'exchange') {
    const amounts = { source: formatDecimal(sumOn(chosen, 'source')), target: formatDecimal(sumOn(chosen, 'target')) }
    return decide('match', names, { label: 'fx', amounts, actor })
  }
  const expected = open.length % 2 === 0 ? '2026-01-15' : '2026-03-15'
  const members: Partial<DecisionLine> = {
    ...(kind === 'accept' && { label: 'loss' }),
    ...(kind === 'carry' && { reason: 'cheque', expected }),
    ...(kind === 'withdraw' && { reason: 'taken back' }),
    ...(kind === 'assign' && { owner: actor }),
    ...(kind === 'comment' && { note: 'aa'.repeat(32) }),
  }
  return decide(kind, names, { ...members, actor })
}

type TakeOne = (values: readonly PeriodItem[], at: number) => readonly PeriodItem[]

function chosenItems(
  { folded, result, ...period }: Decidable,
  kind: DrawnDecision['kind'],
  pick: TakeOne,
): readonly PeriodItem[] {
  const { items } = folded
  const open = (side: Side) => items.filter(({ name, state }) => name.side === side && isOpenState(state))
  if (kind === 'match' || kind === 'difference')
    return [
      ...new Set([
        ...pick(open('source'), 0),
        ...pick(open('target'), 1),
        ...pick([...open('source'), ...open('target')], 2),
      ]),
    ]
  if (kind === 'exchange') return [...pick(open('source'), 0), ...pick(open('target'), 1)]
  if (kind === 'keep')
    return pick(
      items.filter(({ part, state }) => state === 'repeated' && part === 'dataset'),
      0,
    )
  if (kind !== 'unmatch') return [...new Set([...pick(items, 0), ...pick(items, 1)])]
  const settled = items.filter((item) => item.settledBy !== undefined)
  const [first] = pick(settled, 0)
  return first === undefined
    ? []
    : settled.filter(
        (item) => item.settledBy === first.settledBy || isTogether(item, first, { folded, result, ...period }),
      )
}

/** Whether one line of the run, or one decision, holds both items. */
function isTogether(left: PeriodItem, right: PeriodItem, { result, findName }: Decidable): boolean {
  const decision = left.settledBy?.decision
  if (decision !== undefined || right.settledBy?.decision !== undefined) return decision === right.settledBy?.decision
  const lines = [
    ...result.netted.map(({ side, records }) => records.flatMap((id) => findName(side, id) ?? [])),
    ...result.matches.map((line) =>
      sides.flatMap((side) => (line[side] ?? []).flatMap((id) => findName(side, id) ?? [])),
    ),
  ]
  const isIn = (names: readonly { readonly leaf: string; readonly id: string }[], { name }: PeriodItem) =>
    names.some(({ leaf, id }) => leaf === name.leaf && id === name.id)
  return lines.some((names) => isIn(names, left) && isIn(names, right))
}

const sumOn = (items: readonly PeriodItem[], side: Side): Decimal =>
  items.filter(({ name }) => name.side === side).reduce((sum, { amount }) => addDecimals(sum, amount), zero)

/** Goes through the periods of a history, each with the opening of the one before. */
export function eachPeriod(history: History, look: (period: RunPeriod & { readonly given: PeriodCase }) => void): void {
  let opening: PeriodCase['opening']
  for (const [index, { decisions }] of history.periods.entries()) {
    const period = decided(caseOf(history, index, opening), decisions)
    look(period)
    opening = openingAfter({ ...period, balances: truthAfter(period) }, `2026-${String(index + 2).padStart(2, '0')}`)
  }
}
