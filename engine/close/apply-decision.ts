import { at } from '../base/at.ts'
import { absolute, compareDecimals, type Decimal } from '../base/decimal.ts'
import { addTo, decimalOf } from './currency-sums.ts'
import type { DecisionKind, DecisionLine } from './decision.ts'
import type { FoldState, LapseReason } from './fold-state.ts'
import { firstName } from './fold-state.ts'
import { instructionKind } from './instruction.ts'
import { type Item, type Settled, undecided } from './item.ts'
import type { ItemName } from './item-name.ts'
import { dissolve, settleByHand } from './settle-by-hand.ts'
import { withdrawItems } from './withdraw-items.ts'

/**
 * Applies a decision about items to the state of the fold. A reason instead of undefined says why it lapses; then
 * nothing has changed. O(items).
 */
export const applyDecision = (
  state: FoldState,
  decision: DecisionLine,
  items: readonly Item[],
): LapseReason | undefined => appliers[decision.kind](state, decision, items)

type Apply = (state: FoldState, decision: DecisionLine, items: readonly Item[]) => LapseReason | undefined

const applyNothing: Apply = () => undefined

const appliers: { readonly [kind in DecisionKind]: Apply } = {
  match: matchItems,
  accept: (state, decision, items) =>
    decision.amount === undefined ? acceptItems(state, decision, items) : matchItems(state, decision, items),
  carry(_, { id, expected }, items) {
    return setAsideReason(items) ?? dispose(items, { state: 'carried', decision: id, expected })
  },
  unmatch: unmatchItems,
  keep: keepItems,
  withdraw: (state, { id }, items) => withdrawItems(state, id, items),
  assign(_, { owner }, items) {
    for (const item of items) item.owner = owner ?? undefined
    return undefined
  },
  comment(_, { id, note = '', files = [] }, items) {
    for (const { comments } of items) comments.push({ decision: id, note, files })
    return undefined
  },
  flag(_, __, items) {
    for (const item of items) item.isFlagged = true
    return undefined
  },
  reopen: applyNothing,
  acknowledge: applyNothing,
  approve: applyNothing,
}

/** Whether the decision has an effect only when somebody else has approved it. */
export function needsApproval({ terms }: FoldState, decision: DecisionLine, items: readonly Item[]): boolean {
  if (decision.kind === 'withdraw') return true
  if (decision.kind !== 'accept') return false
  const isAbove = (currency: string, amount: Decimal): boolean => {
    const bound = terms.approvalAbove[currency]
    return bound !== undefined && compareDecimals(absolute(amount), decimalOf(bound)) > 0
  }
  return decision.amount === undefined
    ? items.some(({ currency, amount }) => isAbove(currency, amount))
    : isAbove(at(items, 0).currency, decimalOf(decision.amount))
}

function matchItems(state: FoldState, decision: DecisionLine, items: readonly Item[]): LapseReason | undefined {
  const carriedOut = matchInRun(decision, items)
  if (carriedOut !== undefined) state.settledBy.set(decision.id, carriedOut)
  if (carriedOut !== undefined) return undefined
  if (items.some((item) => item.settled !== undefined)) return 'matched'
  return setAsideReason(items) ?? settleByHand(state, decision, items)
}

/** The run may have carried the match out already: then one of its lines has exactly these records. */
function matchInRun({ id }: DecisionLine, items: readonly Item[]): Settled | undefined {
  const settled = items.length === 0 ? undefined : settledTogether(items)
  return settled?.decision === id && settled.items.length === items.length ? settled : undefined
}

/** Opens the records of a match that a run has carried out, though its decision no longer stands. */
export function undoMatch(state: FoldState, decision: DecisionLine, items: readonly Item[]): void {
  const settled = matchInRun(decision, items)
  if (settled !== undefined) dissolve(state, settled)
}

const setAsideReason = (items: readonly Item[]): LapseReason | undefined =>
  items.find(({ setAside }) => setAside !== undefined)?.setAside

const acceptItems: Apply = (_, { id, label }, items) =>
  setAsideReason(items) ?? dispose(items, { state: 'accepted', label, decision: id })

function dispose(items: readonly Item[], disposition: Item['disposition']): undefined {
  for (const item of items) item.disposition = disposition
  return undefined
}

/** The match or netted group that holds all of the items, if there is one. */
function settledTogether(items: readonly Item[]): Settled | undefined {
  const { settled } = at(items, 0)
  return items.every((item) => item.settled === settled) ? settled : undefined
}

function unmatchItems(state: FoldState, { id }: DecisionLine, items: readonly Item[]): LapseReason | undefined {
  const settled = settledTogether(items)
  if (settled !== undefined && settled.items.length !== items.length) return 'changed'
  if (settled !== undefined) {
    const { decision } = settled
    if (decision !== undefined && state.settledBy.get(decision) === settled)
      state.statuses.set(decision, { decision, state: 'reopened' })
    dissolve(state, settled)
  }
  state.apart.push({ kind: instructionKind, decision: id, apart: partiesOf(items) })
  return undefined
}

/** The two sides of a match; of a netted group its amounts above and below zero. */
function partiesOf(items: readonly Item[]): readonly [readonly ItemName[], readonly ItemName[]] {
  const isTwoSided = items.some(({ name }) => name.side !== at(items, 0).name.side)
  const isFirst = ({ name, amount }: Item): boolean => (isTwoSided ? name.side === 'source' : amount.coefficient > 0n)
  return [items.filter(isFirst).map(firstName), items.filter((item) => !isFirst(item)).map(firstName)]
}

function keepItems({ read }: FoldState, _: DecisionLine, items: readonly Item[]): LapseReason | undefined {
  const wrong = items.find(({ setAside }) => setAside === 'later' || setAside === 'withdrawn')
  if (wrong !== undefined) return wrong.setAside
  for (const item of items.filter(({ setAside }) => setAside === 'repeated')) {
    item.setAside = undefined
    addTo(read[item.name.side], item.currency, item.amount)
  }
  return undefined
}

/**
 * Makes items undecided that a decision of an earlier period accepted or carried, unless the period has its records
 * back. False for an unknown decision.
 */
export function reopenEarlier({ decidedEarlier }: FoldState, decision: string): boolean {
  const items = decidedEarlier.get(decision)
  if (items === undefined) return false
  if (items.every(({ part }) => part !== 'returned')) dispose(items, undecided)
  return true
}
