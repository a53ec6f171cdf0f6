import { byteAt, numberAt, uint32At } from '../base/at.ts'
import type { JsonValue } from '../base/canonical.ts'
import { holdsOnIdentity } from '../match/blocks/identity.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { status } from '../match/state/run-state.ts'
import { absentDay, bigMagnitude, type Units } from '../record/columns.ts'
import { type BySide, oppositeSide } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { mayIdentify } from '../rules/criteria/bound-identity.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'
import { readsCurrency, type SideFields } from '../rules/criteria/criterion-kind.ts'
import { hintOf } from './hint.ts'
import type { SearchedRun } from './pair-search.ts'

/**
 * Which near misses a break may show. A near miss needs a ground by which the two records could belong together if only
 * the failed criterion were different: an identity, or the same amount on a near day. docs/breaks.md has the rules.
 */
export interface Grounds {
  /** Drops the rows that may not be shown beside the searching row, in place and in order. */
  sift(found: ComparedRows): void
  /** A value of `grounds`. */
  groundOf(source: number, target: number): number
  /** Whether only open records can be shown. */
  readonly isOpenOnly: boolean
}

/** What two records have in common, in the order in which near misses are shown. */
export const grounds = { document: 0, party: 1, amount: 2, rest: 3 } as const

/** The days that two records without a document in common may lie apart. */
export const nearDayCountMax = 14

/** Amounts of one party that differ by more than a twentieth of the larger one are of two events. */
const closeShare = 20n

/** Fewer digits are often swapped, or moved by a place, by chance: 12.00 and 21.00, 10 and 100. */
const slipDigitCountMin = 3

/** Basis points of similar texts: near from this similarity on, or so much below what the rule asks. */
const [nearSimilarity, nearBelowMin] = [7_500, 1_000]

interface Miss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
}

export function createGrounds(run: Pick<SearchedRun, 'source' | 'target'>, { rule, failed }: Miss): Grounds {
  const { met, documents, parties } = identitiesMet({ rule, failed })
  const amounts = met.filter(({ criterion: { kind } }) => kind.type === 'decimal' && !kind.provesNothing)
  const days = { source: run.source.table.date('date'), target: run.target.table.date('date') }
  const { type } = failed.criterion.kind
  const isOpenOnly = documents.length === 0
  const meetsAmount = (source: number, target: number): boolean =>
    amounts.some((bound) => bound.hasValues(source, target)) || addsUpAlone(rule, source, target)
  /** Strangers often come within a tolerance. A converted amount is equal within it. */
  const isSameAmount = (source: number, target: number): boolean =>
    amounts.some((bound) => bound.hasValues(source, target) && isEqual(bound, source, target)) ||
    addsUpAlone(rule, source, target)
  const isNear = (source: number, target: number): boolean =>
    daysApart(days, source, target) <= nearDayCountMax || isSlipOfDays(failed, source, target)
  const isSimilar = similarityTest({ rule, failed })
  /** Of two records that share no document. */
  const couldPair = (source: number, target: number): boolean => {
    const isOfParty = holdsOnIdentity(parties, source, target)
    if (readsCurrency(failed.criterion)) return isOfParty && isNear(source, target)
    if (type !== 'decimal') {
      const isPlaced = isNear(source, target) || (type === 'text' && isOfParty)
      const isOfAmount = isOfParty ? meetsAmount(source, target) : isSameAmount(source, target)
      return isPlaced && isOfAmount && isSimilar(source, target)
    }
    return isNear(source, target) && (isSlip(failed, source, target) || (isOfParty && isClose(failed, source, target)))
  }
  const isShown = (source: number, target: number, isTaken: boolean): boolean => {
    if (rule.compiled.rule.cardinality !== '1:1' && !addsUpAlone(rule, source, target)) return false
    const hasDocument = holdsOnIdentity(documents, source, target)
    if (!hasDocument && (isTaken || !couldPair(source, target))) return false
    if (isTaken && type === 'date' && !isNear(source, target)) return false
    return type !== 'decimal' || signsAllow(failed, source, target)
  }
  return {
    sift(found) {
      const { side, row, others } = found
      const { statuses } = run[oppositeSide(side)]
      const isSource = side === 'source'
      let count = 0
      for (let index = 0; index < found.count; index++) {
        const other = uint32At(others, index)
        const isTaken = isSettled(byteAt(statuses, other))
        if (isTaken && isOpenOnly) continue
        if (isSource ? isShown(row, other, isTaken) : isShown(other, row, isTaken)) others[count++] = other
      }
      found.count = count
    },
    groundOf(source, target) {
      if (holdsOnIdentity(documents, source, target)) return grounds.document
      const isOfAmount = type !== 'decimal' || isSlip(failed, source, target)
      if (holdsOnIdentity(parties, source, target)) return isOfAmount ? grounds.party : grounds.rest
      return type !== 'decimal' && isSameAmount(source, target) ? grounds.amount : grounds.rest
    },
    isOpenOnly,
  }
}

/** The criteria that a miss meets, and those of them by which its records may share a document or a party. */
export function identitiesMet({ rule, failed }: Miss) {
  const met = rule.criteria.filter((each) => each !== failed)
  const identities = met.filter(({ criterion }) => mayIdentify(criterion))
  const parties = identities.filter(({ criterion }) => namesParty(criterion))
  return { met, documents: identities.filter((each) => !parties.includes(each)), parties }
}

const isSettled = (each: number): boolean => each === status.matched || each === status.netted

const partyFields = new Set(['counterparty', 'account', 'description'])

/** Whether the field names who pays or for what, which many records of a party have in common, and no document. */
const namesParty = ({ sourceField, targetField }: SideFields): boolean =>
  partyFields.has(sourceField) && partyFields.has(targetField)

/** Whether the two records alone meet the sum of a rule for groups. */
export function addsUpAlone({ compiled: { rule }, sum }: BoundRule, source: number, target: number): boolean {
  if (rule.cardinality === '1:1' || sum === undefined) return false
  const [own, other] = [sum.sourceUnits(source), sum.targetUnits(target)]
  return own !== undefined && other !== undefined && sum.holds(own, other)
}

function daysApart({ source, target }: BySide<Int32Array>, own: number, other: number): number {
  const [left, right] = [numberAt(source, own), numberAt(target, other)]
  return left === absentDay || right === absentDay ? Number.POSITIVE_INFINITY : Math.abs(left - right)
}

export const isSlipOfDays = (failed: BoundCriterion, source: number, target: number): boolean =>
  failed.criterion.kind.type === 'date' && hintOf(failed, { source, target }) !== undefined

/** Amounts with opposite signs, unless they are equal but for the sign, and unequal signs of a rule that reads no amount. */
function signsAllow(failed: BoundCriterion, source: number, target: number): boolean {
  if (!failed.hasValues(source, target) || failed.converted !== undefined) return true
  const [own, other] = unitsOf(failed, source, target)
  return own > 0n === other > 0n || own === 0n || other === 0n || own === -other
}

const isEqual = (bound: BoundCriterion, source: number, target: number): boolean =>
  bound.converted !== undefined || Number(bound.difference(source, target)) === 0

function isClose(failed: BoundCriterion, source: number, target: number): boolean {
  if (!failed.hasValues(source, target)) return false
  if (failed.converted !== undefined) return true
  const [own, other] = unitsOf(failed, source, target).map(bigMagnitude)
  if (own === undefined || other === undefined) return false
  const difference = closeShare * bigMagnitude(failed.difference(source, target))
  return difference <= own || difference <= other
}

/** Two digits swapped or the point moved, in amounts of enough digits for this to be no chance. */
function isSlip(failed: BoundCriterion, source: number, target: number): boolean {
  const hint = hintOf(failed, { source, target })
  if (hint !== 'transposed' && hint !== 'factor_10' && hint !== 'factor_100') return false
  return unitsOf(failed, source, target).every((units) => digitsOf(units).length >= slipDigitCountMin)
}

const digitsOf = (units: bigint): string => String(bigMagnitude(units)).replace(/0+$/, '')

const unitsOf = ({ sourceValue, targetValue }: BoundCriterion, source: number, target: number): [bigint, bigint] => [
  asUnits(sourceValue(source)),
  asUnits(targetValue(target)),
]

function asUnits(value: string | Units | undefined): bigint {
  if (typeof value === 'string') throw new TypeError('An amount is compared in units')
  return BigInt(value ?? 0)
}

/** A test whether two texts that fail by similarity are near. Texts that fail otherwise pass, and absent ones. */
export function similarityTest({ rule, failed }: Miss): (source: number, target: number) => boolean {
  const written = rule.compiled.rule.match?.[rule.criteria.indexOf(failed)]?.similarity
  if (written === undefined) return () => true
  const least = Math.min(nearSimilarity, basisPoints(written.min) - nearBelowMin)
  return (source, target) => {
    if (!failed.hasValues(source, target)) return true
    const { similarity = 0 } = failed.needs(source, target) ?? {}
    return basisPoints(similarity) >= least
  }
}

const basisPoints = (similarity: JsonValue): number => Math.round(10_000 * Number(similarity))
