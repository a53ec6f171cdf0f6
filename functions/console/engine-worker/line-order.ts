import { at, compareDecimals, type Decimal, numberAt, parseDecimal } from '@tallystick/engine/base'
import { absentDay } from '@tallystick/engine/record'
import { confidences } from '@tallystick/engine/rules'
import type { LineQuery, SortKey } from './engine-types.ts'
import { type FoundRows, needlesOf, type RecordSearch } from './record-search.ts'
import { typedAmount } from './typed-amount.ts'
import type { ViewFacts } from './view-facts.ts'

/** Whether a query shows all lines in the order of the result or backwards. Such a query needs no facts about lines. */
export const isPlain = (query: LineQuery): boolean => query.sort === 'line' && !isFiltered(query)

const isFiltered = ({
  text,
  reasons,
  causes,
  rules,
  confidences: levels,
  currency,
  amountMin,
  amountMax,
}: LineQuery): boolean =>
  [reasons, causes, rules, levels].some((list) => list.length > 0) ||
  [text, currency, amountMin, amountMax].some((each) => each.trim() !== '')

export interface LineOrders {
  /**
   * The positions of the lines that pass the filters of `query`, in its order. O(lines); the first query of an order
   * sorts.
   */
  readonly of: (query: LineQuery) => Int32Array
}

interface LookUp {
  readonly search: () => RecordSearch
  readonly idOf: (position: number) => string
}

/** Orders the lines of `facts`. The order of all lines is kept; a filtered query picks its lines out of it. */
export function createOrders(facts: ViewFacts, lookUp: LookUp): LineOrders {
  const whole = new Map<string, Int32Array>()
  const wholeOrder = ({ sort, isDescending }: LineQuery): Int32Array => {
    const key = `${sort} ${isDescending}`
    const order = whole.get(key) ?? sortLines(facts, sort, isDescending)
    whole.set(key, order)
    return order
  }
  return {
    of(query) {
      const order = wholeOrder(query)
      if (!isFiltered(query)) return order
      const passes = filterOf(query, facts, lookUp)
      return order.filter(passes)
    },
  }
}

export const plainOrder = (count: number, isDescending: boolean): Int32Array =>
  Int32Array.from({ length: count }, (_, place) => (isDescending ? count - 1 - place : place))

const levelNames: readonly string[] = confidences

function filterOf(query: LineQuery, facts: ViewFacts, lookUp: LookUp): (position: number) => boolean {
  const passesText = textFilterOf(query.text, facts, lookUp)
  const [min, max] = [boundOf(query.amountMin), boundOf(query.amountMax)]
  const levels = query.confidences.map((each) => levelNames.indexOf(each))
  const lists = [query.reasons, query.causes, query.rules, levels]
  const [hasReasons, hasCauses, hasRules, hasLevels] = lists.map((list) => list.length > 0)
  return (position) => {
    if (hasReasons && !query.reasons.includes(at(facts.reasons, position))) return false
    if (hasCauses && !query.causes.includes(at(facts.causes, position))) return false
    if (hasRules && !query.rules.includes(at(facts.rules, position))) return false
    if (hasLevels && !levels.includes(numberAt(facts.confidences, position))) return false
    if (query.currency !== '' && at(facts.currencies, position) !== query.currency) return false
    if (!isBetween(at(facts.amounts, position), min, max)) return false
    return passesText(position)
  }
}

function isBetween(amount: Decimal | undefined, min: Decimal | undefined, max: Decimal | undefined): boolean {
  if (min === undefined && max === undefined) return true
  if (amount === undefined || (min !== undefined && compareDecimals(amount, min) < 0)) return false
  return max === undefined || compareDecimals(amount, max) <= 0
}

const lineId = /^(mat|sug|brk|exc|net)_[0-9a-f]*$/

function textFilterOf(typed: string, facts: ViewFacts, { search, idOf }: LookUp): (position: number) => boolean {
  const needles = needlesOf(typed)
  const [text] = needles
  if (text === undefined) return () => true
  if (lineId.test(text)) return (position) => idOf(position).startsWith(text)
  const found = search().find(needles)
  return (position) => hasFound(facts, position, found) || hasResidual(facts, position, needles)
}

function hasFound({ recordStarts, records }: ViewFacts, position: number, found: FoundRows): boolean {
  const end = numberAt(recordStarts, position + 1)
  for (let index = numberAt(recordStarts, position); index < end; index++) {
    const record = at(records, index)
    if (numberAt(record % 2 === 0 ? found.source : found.target, record >> 1) === 1) return true
  }
  return false
}

function hasResidual({ residualTexts }: ViewFacts, position: number, needles: readonly string[]): boolean {
  const text = residualTexts.get(position)
  return text !== undefined && needles.some((needle) => text.includes(needle))
}

/** Undefined for text that is not a number. */
function boundOf(typed: string): Decimal | undefined {
  const amount = typedAmount(typed)
  return amount === undefined ? undefined : parseDecimal(amount)
}

/** Lines without a value to sort by come last in both directions; lines of equal value keep their order. */
function sortLines(facts: ViewFacts, sort: SortKey, isDescending: boolean): Int32Array {
  if (sort === 'line') return plainOrder(facts.count, isDescending)
  const keys = keysOf(facts, sort)
  const sign = isDescending ? -1 : 1
  const isKnown = (position: number): boolean => !Number.isNaN(numberAt(keys, position))
  const all = plainOrder(facts.count, false)
  const known = all.filter(isKnown)
  const exact = sort === 'amount' ? exactly(facts) : () => 0
  known.sort(
    (left, right) => sign * (numberAt(keys, left) - numberAt(keys, right) || exact(left, right)) || left - right,
  )
  all.set(
    all.filter((position) => !isKnown(position)),
    known.length,
  )
  all.set(known)
  return all
}

/** Compares amounts digit by digit, since different amounts may round to the same float. */
const exactly =
  ({ amounts }: ViewFacts) =>
  (left: number, right: number): number => {
    const [a, b] = [at(amounts, left), at(amounts, right)]
    return a === undefined || b === undefined ? 0 : compareDecimals(a, b)
  }

/** The sort keys of the lines as numbers; NaN for a line without a value. Ages sort opposite to dates. */
function keysOf(facts: ViewFacts, sort: Exclude<SortKey, 'line'>): Float64Array {
  if (sort === 'amount') return facts.amountKeys
  if (sort === 'confidence') return Float64Array.from(facts.confidences)
  if (sort === 'date' || sort === 'age') {
    const sign = sort === 'age' ? -1 : 1
    return Float64Array.from(facts.days, (day) => (day === absentDay ? Number.NaN : sign * day))
  }
  return ranksOf(sort === 'reason' ? facts.reasons : facts.rules)
}

function ranksOf(texts: readonly string[]): Float64Array {
  const ranks = new Map([...new Set(texts)].sort().map((text, rank) => [text, rank]))
  return Float64Array.from(texts, (text) => (text === '' ? Number.NaN : (ranks.get(text) ?? Number.NaN)))
}
