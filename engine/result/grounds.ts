import { byteAt, numberAt, uint32At } from '../base/at.ts'
import type { JsonValue } from '../base/canonical.ts'
import { holdsOnIdentity } from '../match/blocks/identity.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { status } from '../match/state/run-state.ts'
import { absentDay } from '../record/columns.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { mayIdentify } from '../rules/criteria/bound-identity.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'
import { readsCurrency, type SideFields } from '../rules/criteria/criterion-kind.ts'
import { hintOf } from './hint.ts'
import type { SearchedRun } from './pair-search.ts'
import { isClose, isEqual, isSlip, isSlipOfText, signsAllow } from './slips.ts'
import { unlikeNames } from './unlike-names.ts'

/**
 * Which near misses a break may show. A near miss needs a ground by which the two records could belong together if only
 * the failed criterion were different: an identity, or the same amount on a near day. docs/breaks.md has the rules.
 */
export interface Grounds {
  /** Drops the rows that may not be shown beside the searching row, in place and in order. */
  sift(found: ComparedRows): void
  /** A value of `grounds` for a row of a side and one of the other side. */
  groundOf(side: Side, row: number, other: number): number
  /**
   * How many of the rows are settled and near, and would be shown beside the searching row without a document if they were
   * open, on this ground or a better one.
   */
  countSettled(found: ComparedRows, ground: number): number
  /** Whether only open records can be shown. */
  readonly isOpenOnly: boolean
}

/**
 * What two records have in common, in the order in which near misses are shown. Of `repeated` and `settled` the found
 * record shares a document, and has a partner already; of `repeated` the amount and a near day, too.
 */
export const grounds = { document: 0, party: 1, repeated: 2, amount: 3, settled: 4, rest: 5 } as const

/** Whether near misses on a ground share a document. */
export const isOfDocument = (ground: number): boolean =>
  ground === grounds.document || ground === grounds.repeated || ground === grounds.settled

/** The days that two records without a document in common may lie apart. */
export const nearDayCountMax = 14

/** Basis points of similar texts: near from this similarity on, or so much below what the rule asks. */
const [nearSimilarity, nearBelowMin] = [7_500, 1_000]

interface Miss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
}

export function createGrounds(run: Pick<SearchedRun, 'source' | 'target' | 'names'>, { rule, failed }: Miss): Grounds {
  const { documents, parties } = identitiesMet({ rule, failed })
  const { type } = failed.criterion.kind
  const isOpenOnly = documents.length === 0
  const { isPossible, isNear, meetsAmount, isSameAmount, couldPair } = pairTests(run, { rule, failed })
  const isShown = (source: number, target: number, isTaken: boolean): boolean => {
    if (!isPossible(source, target)) return false
    if (!holdsOnIdentity(documents, source, target)) return !isTaken && couldPair(source, target)
    return !isTaken || type !== 'date' || isNear(source, target)
  }
  /** Of two records that share no document. */
  const strangerGround = (source: number, target: number): number => {
    const isOfAmount = type !== 'decimal' || isSlip(failed, source, target)
    if (holdsOnIdentity(parties, source, target)) return isOfAmount ? grounds.party : grounds.rest
    if (type === 'decimal' || !isSameAmount(source, target)) return grounds.rest
    return isSlipOfText(failed, source, target) ? grounds.party : grounds.amount
  }
  const isCoincidence = (source: number, target: number): boolean =>
    isPossible(source, target) &&
    isNear(source, target) &&
    !holdsOnIdentity(documents, source, target) &&
    couldPair(source, target)
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
    groundOf(side, row, other) {
      const [source, target] = side === 'source' ? [row, other] : [other, row]
      if (!holdsOnIdentity(documents, source, target)) return strangerGround(source, target)
      if (!isSettled(byteAt(run[oppositeSide(side)].statuses, other))) return grounds.document
      return meetsAmount(source, target) && isNear(source, target) ? grounds.repeated : grounds.settled
    },
    countSettled({ side, row, others, count }, ground) {
      const { statuses } = run[oppositeSide(side)]
      let settled = 0
      for (let index = 0; index < count; index++) {
        const other = uint32At(others, index)
        if (!isSettled(byteAt(statuses, other))) continue
        const [source, target] = side === 'source' ? [row, other] : [other, row]
        if (isCoincidence(source, target) && strangerGround(source, target) <= ground) settled += 1
      }
      return settled
    },
    isOpenOnly,
  }
}

/** What is asked of the records of a miss. */
function pairTests(run: Pick<SearchedRun, 'source' | 'target' | 'names'>, { rule, failed }: Miss) {
  const { met, parties } = identitiesMet({ rule, failed })
  const amounts = met.filter(({ criterion: { kind } }) => kind.type === 'decimal' && !kind.provesNothing)
  const days = { source: run.source.table.date('date'), target: run.target.table.date('date') }
  const { type } = failed.criterion.kind
  const meetsAmount = (source: number, target: number): boolean =>
    amounts.some((bound) => bound.hasValues(source, target)) || addsUpAlone(rule, source, target)
  const currencies = { source: run.source.table.text('currency'), target: run.target.table.text('currency') }
  const areOfOneCurrency = (source: number, target: number): boolean =>
    currencies.source.textAt(source) === currencies.target.textAt(target)
  /** Strangers often come within a tolerance. A converted amount is equal within it. */
  const isSameAmount = (source: number, target: number): boolean =>
    amounts.some(
      (bound) =>
        bound.hasValues(source, target) &&
        (isEqual(bound, source, target) || (bound.converted !== undefined && !areOfOneCurrency(source, target))),
    ) || addsUpAlone(rule, source, target)
  const isNear = (source: number, target: number): boolean =>
    daysApart(days, source, target) <= nearDayCountMax || isSlipOfDays(failed, source, target)
  const isSimilar = similarityTest({ rule, failed })
  const areUnlike = unlikeNames(
    { source: run.source.table.text('counterparty'), target: run.target.table.text('counterparty') },
    run.names,
  )
  /** Of two records that share no document. */
  const couldPair = (source: number, target: number): boolean => {
    const isOfParty = holdsOnIdentity(parties, source, target)
    if (!isOfParty && areUnlike(source, target)) return false
    if (readsCurrency(failed.criterion)) return isOfParty && isNear(source, target)
    if (type !== 'decimal') {
      const isPlaced = isNear(source, target) || (type === 'text' && isOfParty)
      const isOfAmount = isOfParty ? meetsAmount(source, target) : isSameAmount(source, target)
      return isPlaced && isOfAmount && isSimilar(source, target)
    }
    return isNear(source, target) && (isSlip(failed, source, target) || (isOfParty && isClose(failed, source, target)))
  }
  const isPossible = (source: number, target: number): boolean =>
    (rule.compiled.rule.cardinality === '1:1' || addsUpAlone(rule, source, target)) &&
    (type !== 'decimal' || signsAllow(failed, source, target))
  return { isPossible, isNear, meetsAmount, isSameAmount, couldPair }
}

/** The criteria that a miss meets, and those of them by which its records may share a document or a party. */
export function identitiesMet({ rule, failed }: Pick<Miss, 'rule'> & Partial<Miss>) {
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

/** Infinite where one has no date. */
export function daysApart({ source, target }: BySide<Int32Array>, own: number, other: number): number {
  const [left, right] = [numberAt(source, own), numberAt(target, other)]
  return left === absentDay || right === absentDay ? Number.POSITIVE_INFINITY : Math.abs(left - right)
}

export const isSlipOfDays = (failed: BoundCriterion, source: number, target: number): boolean =>
  failed.criterion.kind.type === 'date' && hintOf(failed, { source, target }) !== undefined

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
