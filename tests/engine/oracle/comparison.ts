import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Criterion, RankKind, ReferenceDataInput, Rule } from '../../../engine/rules/language/language.ts'
import { businessDayTest } from './calendars.ts'
import { converted, isMoney } from './conversion.ts'
import { boundsOf, standingOfBusinessDays, standingOfDays } from './days.ts'
import { compare, type Fraction, isEqual, magnitude, minus, whole, writeFraction, zero } from './fraction.ts'
import { keysIn } from './listed-keys.ts'
import { comparisonOfSigns } from './signs.ts'
import { similarityNaively } from './similarity.ts'
import { differenceBySign, signed, sumOfRecord } from './sums.ts'
import { tablesOf } from './tables.ts'
import { contains, isAffix, normalized } from './text.ts'
import { measure } from './tolerance.ts'
import { areTransposed } from './transposed.ts'
import { type Both, fieldsOf, type Kind, kindOf, readValue, type Side, type Value } from './values.ts'

/** A criterion of a rule as it is applied to pairs; a 1:1 `sum` is the last amount criterion of its rule. */
export interface Comparison {
  readonly name: string
  readonly kind: Kind
  readonly criterion: Criterion
  /** Absent for a sum. */
  readonly fields?: Both<string>
  /** Of `listed`: the side whose text lists the keys of the other. */
  readonly listingSide?: Side
  /** Set where amounts are converted, so that pairs are not bounded by them. */
  readonly isConverted?: true
  /** Set where only signs are compared, which no result line shows. */
  readonly isSign?: true
  /** Set where days are counted by a calendar. */
  readonly isBusinessDay?: ReturnType<typeof businessDayTest>
  valueOf(side: Side, record: CanonicalRecord): Value | undefined
  stand(source: CanonicalRecord, target: CanonicalRecord): Standing
}

/** How a pair stands to a criterion. */
export interface Standing {
  readonly verdict: 'holds' | 'skipped' | 'fails'
  /** Whether both sides have a value. */
  readonly onValues: boolean
  /** Target − source after `sign`, in the field's unit or in days; 0 for text and for what is absent. */
  readonly difference: Fraction
  readonly isAboveHalf: boolean
  /** Whether two values differ although their `difference` is 0, as days of one weekend do. */
  readonly isOtherValue?: boolean
  /** Why a pair of amounts cannot be compared. */
  readonly failure?: 'no_rate'
  /** The amounts of a pair after conversion, before `sign`. */
  readonly converted?: { readonly currency: string; readonly values: readonly string[] }
  /** Basis points of two texts that a `similar` criterion compared. */
  readonly similarity?: number
}

/** The criteria of a rule, in the order in which they are compared. */
export function comparisonsOf(
  { match = [], sum, cardinality, sign, convert }: Rule,
  reference: ReferenceDataInput = {},
): Comparison[] {
  const listingSide = cardinality === 'n:1' ? 'target' : 'source'
  const criteria = match.map((criterion) => {
    const comparison = comparisonOf(criterion, reference, criterion.op === 'listed' ? { listingSide } : {})
    if (convert === undefined || !isMoney(comparison)) return comparison
    const { fields, kind } = comparison
    const amountOf = (side: Side, record: CanonicalRecord): Fraction | undefined => {
      const value = readValue(record, fields?.[side] ?? '', kind)
      return typeof value === 'object' ? value : undefined
    }
    return converted(comparison, { convert, reference, sign: criterion.sign ?? 'same', amountOf })
  })
  if (sign !== undefined && sign !== 'absolute') return [...criteria, comparisonOfSigns(sign)]
  if (sum === undefined || cardinality !== '1:1') return criteria
  const ofSum = comparisonOfSum(sum)
  const amountOf = (side: Side, record: CanonicalRecord): Fraction | undefined => sumOfRecord(sum, side, record)
  return [...criteria, convert ? converted(ofSum, { convert, reference, sign: sum.sign, amountOf }) : ofSum]
}

function comparisonOf(
  criterion: Criterion,
  reference: ReferenceDataInput,
  listing: Pick<Comparison, 'listingSide'>,
): Comparison {
  const tables = tablesOf(reference)
  const fields = fieldsOf(criterion)
  const kind = comparedKind(criterion, fields)
  return withStanding({
    ...(criterion.calendar !== undefined && { isBusinessDay: businessDayTest(criterion.calendar, reference) }),
    name: fields.source === fields.target ? fields.source : `${fields.source}/${fields.target}`,
    kind,
    criterion,
    fields,
    ...listing,
    valueOf(side, record) {
      const value = readValue(record, fields[side], kind)
      if (value === undefined) return undefined
      if (typeof value === 'string') return normalized(value, criterion.normalize ?? [], tables)
      return kind === 'date' ? value : signed(criterion.sign ?? 'same', { source: value, target: value })[side]
    },
    ...(kind === 'decimal' && {
      sign: criterion.sign ?? 'same',
      amountOf(side: Side, record: CanonicalRecord) {
        const value = readValue(record, fields[side], kind)
        return typeof value === 'object' ? value : undefined
      },
    }),
  })
}

function comparisonOfSum(sum: NonNullable<Rule['sum']>): Comparison {
  const { tolerance, sign } = sum
  return withStanding({
    name: 'sum',
    kind: 'decimal',
    criterion: {
      op: tolerance === undefined ? 'equals' : 'near',
      nulls: 'fail',
      ...(tolerance !== undefined && { tolerance }),
    },
    valueOf(side, record) {
      const value = sumOfRecord(sum, side, record)
      return value && signed(sign, { source: value, target: value })[side]
    },
    sign,
    amountOf: (side, record) => sumOfRecord(sum, side, record),
  })
}

/** Two attributes are text unless a tolerance, a sign or days say what they are to be read as. */
function comparedKind({ tolerance, sign, ...dates }: Criterion, { source, target }: Both<string>): Kind {
  const days = dates.days ?? dates.businessDays
  const [own, other] = [kindOf(source), kindOf(target)]
  if (own !== 'attribute') return own
  if (other !== 'attribute') return other
  return days !== undefined ? 'date' : tolerance !== undefined || sign !== undefined ? 'decimal' : 'text'
}

interface Compared extends Omit<Comparison, 'stand'> {
  /** Of amounts: as on record, before `sign`. */
  readonly sign?: Rule['sign']
  readonly amountOf?: (side: Side, record: CanonicalRecord) => Fraction | undefined
}

/** Adds `stand`; values and pairs are asked about often, and what was found is kept. */
function withStanding({ sign = 'same', amountOf, ...comparison }: Compared): Comparison {
  const values = {
    source: kept((record: CanonicalRecord) => comparison.valueOf('source', record)),
    target: kept((record: CanonicalRecord) => comparison.valueOf('target', record)),
  }
  const standings = kept((source: CanonicalRecord) =>
    kept((target: CanonicalRecord) => {
      const [own, other] = [values.source(source), values.target(target)]
      const isTurned = comparison.listingSide === 'target'
      const standing = isTurned ? standingOf(comparison, other, own) : standingOf(comparison, own, other)
      const amounts = { source: amountOf?.('source', source), target: amountOf?.('target', target) }
      if (amounts.source === undefined || amounts.target === undefined) return standing
      return { ...standing, difference: differenceBySign(sign, { source: amounts.source, target: amounts.target }) }
    }),
  )
  return {
    ...comparison,
    valueOf: (side, record) => values[side](record),
    stand: (source, target) => standings(source)(target),
  }
}

function kept<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const found = known.get(key) ?? { value: find(key) }
    known.set(key, found)
    return found.value
  }
}

function standingOf(
  { criterion, isBusinessDay }: Pick<Comparison, 'criterion' | 'isBusinessDay'>,
  source: Value | undefined,
  target: Value | undefined,
): Standing {
  const nothing = { onValues: false, difference: zero, isAboveHalf: false }
  if (source === undefined || target === undefined) {
    if (criterion.nulls === 'skip') return { ...nothing, verdict: 'skipped' }
    const bothLack = source === undefined && target === undefined
    return { ...nothing, verdict: criterion.nulls === 'match' && bothLack ? 'holds' : 'fails' }
  }
  if (typeof source === 'string' || typeof target === 'string')
    return standingOfTexts(criterion, String(source), String(target))
  const difference = minus(target, source)
  if (criterion.op === 'transposed') {
    const verdict = areTransposed(writeFraction(source), writeFraction(target)) ? 'holds' : 'fails'
    return { verdict, onValues: true, difference, isAboveHalf: false }
  }
  if (isBusinessDay) return standingOfBusinessDays(criterion, isBusinessDay, { source, target })
  const { holds, isAboveHalf } = standingOfNumbers(criterion, { source, target })
  return { verdict: holds ? 'holds' : 'fails', onValues: true, difference, isAboveHalf }
}

function standingOfTexts({ op, similarity, mask, min = 0 }: Criterion, source: string, target: string): Standing {
  const texts = { onValues: true, difference: zero, isAboveHalf: false }
  if (similarity) {
    const found = similarityNaively(similarity.method, source, target)
    return { ...texts, verdict: found >= basisPoints(similarity.min) ? 'holds' : 'fails', similarity: found }
  }
  if (op === 'listed') return { ...texts, verdict: keysIn(source, mask).includes(target) ? 'holds' : 'fails' }
  const holds =
    op === 'contains'
      ? contains(source, target)
      : op === 'starts' || op === 'ends'
        ? isAffix(op, min, [source, target])
        : source === target
  return { ...texts, verdict: holds ? 'holds' : 'fails' }
}

export const basisPoints = (min: string): number => Math.round(Number(min) * 10_000)

function standingOfNumbers(
  { tolerance, days }: Criterion,
  { source, target }: Both<Fraction>,
): { readonly holds: boolean; readonly isAboveHalf: boolean } {
  if (tolerance !== undefined) {
    const { isWithin, isAboveHalf } = measure(tolerance, source, target)
    return { holds: isWithin, isAboveHalf }
  }
  if (days === undefined) return { holds: isEqual(source, target), isAboveHalf: false }
  return standingOfDays(boundsOf(days), minus(target, source))
}

/** Whether every criterion holds for a pair, at least one of them on values. */
export function isCandidate(
  comparisons: readonly Comparison[],
  source: CanonicalRecord,
  target: CanonicalRecord,
): boolean {
  const standings = comparisons.map((comparison) => comparison.stand(source, target))
  return standings.every(({ verdict }) => verdict !== 'fails') && standings.some(({ onValues }) => onValues)
}

/**
 * The rank tuple of a candidate, of what can deviate: by default skips, amounts, days and what is missing to full
 * similarity; in the rule's order of these where it has one, the others behind; or criterion by criterion.
 */
export function rankOf({ comparisons, rule }: Ranked, source: CanonicalRecord, target: CanonicalRecord): Fraction[] {
  const distances = comparisons.flatMap((comparison): Distance[] => distancesOf(comparison, source, target))
  const { rank = [] } = rule
  if (rank === 'as-written') return distances.map(({ size }) => size)
  const others = (['skipped', 'amount', 'days', 'text'] as const).filter((kind) => !rank.includes(kind))
  return [...rank, ...others].flatMap((wanted) =>
    distances.filter(({ kind }) => kind === wanted).map(({ size }) => size),
  )
}

interface Ranked {
  readonly rule: Rule
  readonly comparisons: readonly Comparison[]
}

interface Distance {
  readonly kind: RankKind
  readonly size: Fraction
}

/** How far a pair is apart by one criterion: whether it was skipped, and by how much it deviates. */
function distancesOf(comparison: Comparison, source: CanonicalRecord, target: CanonicalRecord): Distance[] {
  const { criterion, kind } = comparison
  const { verdict, difference, similarity = 10_000 } = comparison.stand(source, target)
  const distances: Distance[] = []
  if (criterion.nulls === 'skip') distances.push({ kind: 'skipped', size: whole(verdict === 'skipped' ? 1 : 0) })
  if (criterion.op === 'near' || criterion.op === 'transposed')
    distances.push({ kind: kind === 'decimal' ? 'amount' : 'days', size: magnitude(difference) })
  if (criterion.op === 'similar') distances.push({ kind: 'text', size: whole(10_000 - similarity) })
  return distances
}

/** Negative, zero or positive as the first tuple is closer than, as close as or further than the second. */
export function compareRanks(a: readonly Fraction[], b: readonly Fraction[]): number {
  for (const [index, part] of a.entries()) {
    const order = compare(part, b[index] ?? zero)
    if (order !== 0) return order
  }
  return 0
}
