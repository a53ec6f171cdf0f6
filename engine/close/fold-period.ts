import { addDecimals, type Decimal, zero } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createPace, type Slices } from '../base/slices.ts'
import { sides } from '../record/side.ts'
import type { SideTotal, TotalsLine } from '../result/line.ts'
import { applyDecisions } from './apply-decisions.ts'
import { addTo, decimalOf, parseAmounts, times } from './currency-sums.ts'
import type { DecisionLine } from './decision.ts'
import { addDifferenceItems } from './difference-items.ts'
import {
  addItem,
  chainKey,
  countAccepted,
  countExchanged,
  createFoldState,
  differenceOf,
  type FoldedOpening,
  type FoldState,
} from './fold-state.ts'
import { type FoldedPeriod, foldedPeriod } from './folded-period.ts'
import type { ApartInstruction } from './instruction.ts'
import type { Item, SetAside } from './item.ts'
import type { OpeningHeader, OpeningItem } from './opening.ts'
import { itemOfOpening } from './opening-item.ts'
import type { PeriodTerms } from './period-terms.ts'
import { itemOfRecord, type PlacedRecords, placeLines, type ReadRecord } from './place-lines.ts'

/**
 * Computes what a period has come to from its lines alone. Lines come one by one and are kept until `finish`; each kind
 * in its own order, and the kinds in any order.
 */
export interface PeriodFold {
  addHeader(header: OpeningHeader): void
  /** Adds an item of the opening, or one that decisions of this period gave back from an earlier one. */
  addOpening(item: OpeningItem, part: 'opening' | 'returned'): void
  /** Adds a pair that a period before keeps apart. */
  addApart(line: ApartInstruction): void
  /**
   * Adds a line of the current run with its records; residuals need none. Wanted are all breaks, netted and excluded
   * lines; and matches that have an opening or returned record, one that a decision names, several currencies, a
   * residual, or a decision of their own.
   */
  addLine(placed: PlacedRecords): void
  /** Adds a record that the run reads and leaves out. */
  addSetAside(record: Pick<ReadRecord, 'name' | 'record'>, why: Exclude<SetAside, 'excluded'>): void
  addTotals(totals: TotalsLine): void
  addDecision(line: DecisionLine): void
  /**
   * The period. Throws where a line names a record that was not added. Some 400 steps a record and decision; call it
   * once.
   */
  finish(): Slices<FoldedPeriod>
}

interface FoldOptions {
  readonly sha256: Sha256
  /** The number of steps after which a slice ends. */
  readonly sliceStepCount?: number
}

const sliceStepCountUsual = 1_000_000

/** An empty fold: a period without a run has its opening items alone. */
export function createPeriodFold(
  terms: PeriodTerms,
  { sha256, sliceStepCount = sliceStepCountUsual }: FoldOptions,
): PeriodFold {
  const state = createFoldState(terms, sha256)
  const [lines, setAside, decisions]: [PlacedRecords[], SetAsideRecord[], DecisionLine[]] = [[], [], []]
  const opening: FoldedOpening = { header: undefined, items: [], apart: [], totals: undefined }
  return {
    addHeader(header) {
      opening.header = header
    },
    addOpening: (line, part) => void opening.items.push(openItem(state, line, part)),
    addApart: (line) => void opening.apart.push(line),
    addLine: (placed) => void lines.push(placed),
    addSetAside: (record, why) => void setAside.push({ record, why }),
    addTotals(totals) {
      opening.totals = totals
    },
    addDecision(line) {
      decisions.push(line)
      state.decisions.set(line.id, line)
    },
    *finish() {
      const pace = createPace(sliceStepCount)
      for (const { record, why } of setAside) itemOfRecord(state, record).setAside = why
      countTotals(state, opening)
      yield* placeLines(state, lines, pace)
      yield* applyDecisions(state, decisions, pace)
      addDifferenceItems(state)
      return yield* foldedPeriod(state, { ...opening, decisions, pace })
    },
  }
}

interface SetAsideRecord {
  readonly record: Pick<ReadRecord, 'name' | 'record'>
  readonly why: SetAside
}

function openItem(state: FoldState, line: OpeningItem, part: 'opening' | 'returned'): Item {
  const item = addItem(state, itemOfOpening(state.sha256, line, part))
  const { chain, decision } = line
  const key = chainKey(item)
  if (chain !== undefined) state.chains.set(key, Math.max(state.chains.get(key) ?? 0, chain.number))
  if (decision === undefined) return item
  const items = state.decidedEarlier.get(decision)
  if (items === undefined) state.decidedEarlier.set(decision, [item])
  else items.push(item)
  return item
}

/** What the run read beyond the opening, and what its rules accepted. */
function countTotals(state: FoldState, { totals, items, header }: FoldedOpening): void {
  for (const [currency, amount] of parseAmounts(header?.exchanged ?? {})) addTo(state.exchanged, currency, amount)
  const returned = items.filter(({ part }) => part === 'returned')
  // What a match had moved between currencies is no longer moved; the records of any other match leave no difference.
  countExchanged(state, -1, differenceOf(state.terms, returned))
  if (totals === undefined) return
  for (const side of sides) {
    for (const [currency, total] of Object.entries(totals[side])) addTo(state.read[side], currency, countedOf(total))
    for (const { name, currency, amount } of items)
      if (name.side === side) addTo(state.read[side], currency, times(-1, amount))
  }
  for (const [currency, sums] of Object.entries(totals.accepted))
    for (const [label, amount] of Object.entries(sums))
      countAccepted(state, label, { factor: -1, sums: new Map([[currency, decimalOf(amount)]]) })
}

const countedOf = ({ matched, open, excluded, netted }: SideTotal): Decimal =>
  [matched, open, excluded, netted].map(decimalOf).reduce(addDecimals, zero)
