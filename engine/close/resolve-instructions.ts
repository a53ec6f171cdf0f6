import { at } from '../base/at.ts'
import { formatDecimal, parseDecimal, zero } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Apart } from '../match/state/apart.ts'
import type { ByHand, HandMatch, HandResidual } from '../match/state/hand-matches.ts'
import { recordIds } from '../record/id-column.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { chainKey, currenciesOf, differenceOf, type LapseReason } from './fold-state.ts'
import type { ApartInstruction, InstructionLine, MatchInstruction } from './instruction.ts'
import { type Item, newItem } from './item.ts'
import { type ItemName, keyOfItem } from './item-name.ts'
import { originOf, placeOfResidual, residualRecord } from './leave-residual.ts'
import { leafOfRecord } from './opening.ts'
import type { PeriodSide } from './side-parts.ts'

/** An instruction without effect. The run goes on without it, and says why. */
export interface LapsedInstruction {
  /** The position of the instruction, from 0. */
  readonly position: number
  readonly decision: string
  readonly reason: LapseReason
}

export interface ResolvedInstructions extends ByHand {
  readonly lapsed: readonly LapsedInstruction[]
}

interface NamedSides extends BySide<{ readonly table: Table; readonly parts: Pick<PeriodSide['parts'], 'named'> }> {
  readonly isTurned: boolean
  readonly sha256: Sha256
}

/**
 * Finds the rows that instructions name, in the order of the instructions, so that a match may name the residual that
 * an earlier one leaves. A match lapses where one of its records is gone, changed or taken, or does not add up; a pair
 * kept apart lapses where one of its sides has no record in the run. O(names), and O(records) for the first one that is
 * gone.
 */
export function resolveInstructions(instructions: readonly InstructionLine[], sides: NamedSides): ResolvedInstructions {
  const state = createState(sides)
  const matches: HandMatch[] = []
  const apart: Apart = { source: new Map(), target: new Map() }
  const lapsed: LapsedInstruction[] = []
  for (const [position, line] of instructions.entries()) {
    const resolved = 'match' in line ? resolveMatch(state, line) : keepApart(state, line, { apart, position })
    if (typeof resolved === 'string') lapsed.push({ position, decision: line.decision, reason: resolved })
    else if (resolved !== undefined) matches.push(resolved)
  }
  return { matches, apart, isTurned: sides.isTurned, lapsed }
}

interface State extends NamedSides {
  /** The records of the run and the residuals of its matches by hand, by `keyOfItem`. */
  readonly items: Map<string, Item>
  readonly rows: Map<Item, number>
  /** The records of the run by `chainKey`, without residuals of this run. */
  readonly chains: Map<string, Item[]>
  /** The highest number of a residual, by `chainKey`. */
  readonly numbers: Map<string, number>
  readonly rowCounts: { source: number; target: number }
  readonly hasId: (name: ItemName) => boolean
}

function createState(given: NamedSides): State {
  const { source, target } = given
  const rowCounts = { source: source.table.rowCount, target: target.table.rowCount }
  const state: State = {
    ...given,
    items: new Map(),
    rows: new Map(),
    chains: new Map(),
    numbers: new Map(),
    rowCounts,
    hasId: idTest(given),
  }
  for (const side of sides)
    for (const { name, record, first, row, number } of given[side].parts.named) {
      const item = newItem({ name, record, first, part: 'dataset', firstSeen: noTime })
      state.items.set(keyOfItem(name), item)
      state.rows.set(item, row)
      state.numbers.set(chainKey(item), number)
      state.chains.set(chainKey(item), [...(state.chains.get(chainKey(item)) ?? []), item])
    }
  return state
}

/** Ages say nothing here. */
const noTime = { period: '', date: '' }

function idTest(given: NamedSides): (name: ItemName) => boolean {
  const known: Partial<Record<Side, ReadonlySet<string>>> = {}
  return ({ side, id }) => {
    known[side] ??= new Set(recordIds(given[side].table))
    return known[side].has(id)
  }
}

const whyUnknown = ({ hasId }: State, name: ItemName): LapseReason => (hasId(name) ? 'changed' : 'gone')

function resolveMatch(state: State, { match, residual, decision }: MatchInstruction): HandMatch | LapseReason {
  const items: Item[] = []
  for (const name of match) {
    const item = state.items.get(keyOfItem(name))
    if (item === undefined) return whyUnknown(state, name)
    if (item.settled !== undefined || items.includes(item)) return 'matched'
    items.push(item)
  }
  const left = residual.is === 'fx' ? exchangeFault(items) : leftBy(state, items, residual)
  if (typeof left === 'string') return left
  const settled = { by: 'decision', rule: undefined, decision, items, label: '', acceptedAs: undefined } as const
  for (const item of items) item.settled = { ...settled, residual: undefined }
  const rowsOf = (side: Side): readonly number[] =>
    items.flatMap((item) => (item.name.side === side ? [rowOf(state, item)] : []))
  return {
    decision,
    source: rowsOf('source'),
    target: rowsOf('target'),
    ...(residual.is === 'accepted' && left && { variance: residual.label }),
    ...(residual.is === 'fx' && { variance: 'fx' }),
    ...(left && { residual: left }),
  }
}

const exchangeFault = (items: readonly Item[]): 'one_currency' | undefined =>
  currenciesOf(items).size < 2 ? 'one_currency' : undefined

/** The residual of some items, as an item that later instructions may name. A text says why they cannot be matched. */
function leftBy(
  state: State,
  items: readonly Item[],
  how: Exclude<MatchInstruction['residual'], { readonly is: 'fx' }>,
): HandResidual | LapseReason | undefined {
  const { isTurned } = state
  const currencies = currenciesOf(items)
  if (currencies.size !== 1) return currencies.size === 0 ? 'gone' : 'currencies_differ'
  const difference = differenceOf({ isTurned }, items).get(at(items, 0).currency) ?? zero
  if (difference.coefficient === 0n) return undefined
  const isAccepted = how.is === 'accepted'
  if (!isAccepted && new Set(items.map(({ name }) => name.side)).size === 1) return 'not_zero'
  const terms = { isTurned, statement: isAccepted ? how.side : 'source' }
  const { side, amount } = placeOfResidual(terms, items, { difference, isAccepted })
  if (parseDecimal(formatDecimal(amount)) === undefined) return 'amount_differs'
  const origin = originOf(items, side)
  const number = (state.numbers.get(chainKey(originOn(origin, side))) ?? 0) + 1
  const record = residualRecord(origin.record, `${origin.first.id}~${number}`, amount)
  const name = { side, root: origin.name.root, id: record.id, leaf: leafOfRecord(state.sha256, record) }
  const item = newItem({ name, record, first: origin.first, part: 'made', firstSeen: noTime })
  const row = state.rowCounts[side]++
  state.numbers.set(chainKey(item), number)
  state.items.set(keyOfItem(name), item)
  state.rows.set(item, row)
  return { side, row, amount, origin: { side: origin.name.side, row: rowOf(state, origin) } }
}

/** A residual may be on the other side than its origin; each side counts its own. */
const originOn = ({ name, first }: Item, side: Side): Pick<Item, 'name' | 'first'> => ({
  name: { ...name, side },
  first,
})

function rowOf({ rows }: State, item: Item): number {
  const row = rows.get(item)
  if (row === undefined) throw new Error(`The item ${item.name.id} has no row`)
  return row
}

interface Marking {
  readonly apart: Apart
  readonly position: number
}

function keepApart(state: State, { apart: halves }: ApartInstruction, { apart, position }: Marking) {
  const items = halves.map((names) => names.flatMap((name) => state.chains.get(keyOfItem(name)) ?? []))
  const [empty] = halves.filter((_, half) => at(items, half).length === 0)
  if (empty !== undefined) {
    const [name] = empty
    return name === undefined ? 'gone' : whyUnknown(state, name)
  }
  for (const [half, own] of items.entries())
    for (const item of own) {
      const { side } = item.name
      const row = rowOf(state, item)
      apart[side].set(row, [...(apart[side].get(row) ?? []), 2 * position + half])
    }
  return undefined
}
