import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { isCurrency } from './blocking.ts'
import { basisPoints, type Comparison } from './comparison.ts'
import { compare, isZero, magnitude, minus, negated, times, whole, writeFraction, zero } from './fraction.ts'
import { hintOf } from './hints.ts'
import { holdsOnIdentity } from './identity.ts'
import { compareSums, sumOfRecord } from './sums.ts'
import { type Both, readValue, type Side } from './values.ts'
import type { Policy, Records } from './world.ts'

/** A pair that meets every criterion of a rule but one. */
interface Missed extends Both<CanonicalRecord> {
  readonly policy: Policy
  readonly failed: Comparison
}

/**
 * What two records have in common: 0 a document, 1 a party, 3 an amount, 5 less; where one of them is settled, 2 a
 * document, the amount and a near day, 4 a document alone; undefined where too little.
 */
export function groundOf(miss: Missed, isTaken: boolean): 0 | 1 | 2 | 3 | 4 | 5 | undefined {
  const { policy, failed } = miss
  const isAlone = policy.rule.cardinality !== '1:1' && addsUp(miss)
  if (policy.rule.cardinality !== '1:1' && !isAlone) return undefined
  if (failed.kind === 'decimal' && !signsAllow(miss)) return undefined
  const met = policy.comparisons.filter((each) => each !== failed)
  const holds = (comparisons: readonly Comparison[]): boolean => holdsOnIdentity(comparisons, policy.all, miss)
  const hasDocument = holds(met.filter((each) => !isOfParty(each)))
  const hasParty = holds(met.filter(isOfParty))
  const isNear = isNearMiss(miss)
  const amounts = met.filter((each) => each.kind === 'decimal' && !each.isSign)
  if (hasDocument && isTaken) {
    const meetsAmount = isAlone || amounts.some((each) => each.stand(miss.source, miss.target).onValues)
    if (meetsAmount && isNear) return 2
    return failed.kind === 'date' && !isNear ? undefined : 4
  }
  if (hasDocument) return 0
  if (isTaken || (!hasParty && areUnlike(miss))) return undefined
  if (isCurrency(failed)) return hasParty && isNear ? 1 : undefined
  if (failed.kind === 'decimal') {
    if (!isNear || !(isSlip(miss) || (hasParty && isClose(miss)))) return undefined
    return hasParty && isSlip(miss) ? 1 : 5
  }
  const isOfAmount =
    isAlone ||
    amounts.some((each) => {
      const { onValues, difference } = each.stand(miss.source, miss.target)
      const isConverted = each.isConverted && miss.source.currency !== miss.target.currency
      return onValues && (hasParty || isConverted || isZero(difference))
    })
  const isPlaced = isNear || (failed.kind === 'text' && hasParty)
  if (!isPlaced || !isOfAmount || !isSimilar(miss)) return undefined
  return hasParty || isSlipOfText(miss) ? 1 : 3
}

const wordsOf = (name: string): string[] => name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
const spell = (name: string | undefined): string | undefined => name && wordsOf(name).join('').slice(0, 40)

/** Whether each side knows the name of the other's record, and neither name is a part of the other. */
function areUnlike({ policy: { rule, withRests }, source, target }: Missed): boolean {
  const [own, other] = [source.counterparty, target.counterparty]
  if (!own || !other) return false
  const isKnown = (side: Side, name: string): boolean =>
    withRests[rule.side ?? side].some(({ counterparty }) => counterparty && spell(counterparty) === spell(name))
  const isPart = (words: string[], of: string[]): boolean =>
    words.every((word) => of.some((each) => each.startsWith(word)))
  const [left, right] = [wordsOf(own), wordsOf(other)]
  return !isPart(left, right) && !isPart(right, left) && isKnown('target', own) && isKnown('source', other)
}

/** Whether the days of two records are near, or a slip. */
export const isNearMiss = (miss: Missed): boolean =>
  daysApart(miss) <= 14 || (miss.failed.kind === 'date' && hintOf(miss.failed, miss) !== undefined)

interface MissedTotals extends Both<Records> {
  readonly policy: Policy
  readonly failed: Comparison
  readonly meetsSum: boolean
}

/** What two groups have in common besides their totals: 0 a document, 1 a party, 3 nothing; undefined where too little. */
export function groundOfTotals({ policy, failed, meetsSum, ...groups }: MissedTotals): 0 | 1 | 3 | undefined {
  const pairs = groups.source.flatMap((source) => groups.target.map((target) => ({ policy, failed, source, target })))
  const met = policy.comparisons.filter((each) => each !== failed)
  const holds = (comparisons: readonly Comparison[]): boolean =>
    pairs.every((pair) => holdsOnIdentity(comparisons, policy.all, pair))
  const hasDocument = holds(met.filter((each) => !isOfParty(each)))
  const hasParty = holds(met.filter(isOfParty))
  if (isCurrency(failed)) {
    if (hasDocument) return 0
  } else if (!meetsSum || !pairs.every(({ source, target }) => source.currency === target.currency)) return undefined
  if (!meetsSum) return undefined
  if (hasDocument) return 0
  const all = [...groups.source, ...groups.target]
  const isNear = all.every((source) => all.every((target) => daysApart({ source, target }) <= 14))
  const isSlip = failed.kind === 'date' && pairs.every((pair) => hintOf(failed, pair) !== undefined)
  if (!isNear && !isSlip) return undefined
  if (!pairs.every(isSimilar)) return undefined
  if (hasParty) return 1
  return isCurrency(failed) ? undefined : 3
}

/** Of near misses on one ground, a party or an amount, those of the nearest days; all on another ground. */
export function nearestInDays<Found extends Both<CanonicalRecord> & { readonly ground: number }>(
  found: readonly Found[],
): readonly Found[] {
  const least = Math.min(...found.map(daysApart))
  return found.filter((miss) => ![1, 3].includes(miss.ground) || daysApart(miss) === least)
}

/** The criteria by which a record may have been taken: of a netting rule those that are no party's. */
export const takenBy = ({ rule, comparisons }: Policy): readonly Comparison[] =>
  rule.side === undefined ? comparisons : comparisons.filter((each) => !isOfParty(each))

const partyFields = ['counterparty', 'account', 'description']
const isOfParty = ({ fields }: Comparison): boolean =>
  partyFields.includes(fields?.source ?? '') && partyFields.includes(fields?.target ?? '')

/** Whether two records alone meet the sum of a rule for groups. */
export function addsUp({ policy: { rule }, source, target }: Pick<Missed, 'policy' | 'source' | 'target'>): boolean {
  if (!rule.sum) return false
  const totals = { source: sumOfRecord(rule.sum, 'source', source), target: sumOfRecord(rule.sum, 'target', target) }
  const { source: own, target: other } = totals
  return own !== undefined && other !== undefined && compareSums(rule.sum, { source: own, target: other }).holds
}

function daysApart({ source, target }: Pick<Missed, 'source' | 'target'>): number {
  const [own, other] = [readValue(source, 'date', 'date'), readValue(target, 'date', 'date')]
  if (typeof own !== 'object' || typeof other !== 'object') return Number.POSITIVE_INFINITY
  return Number(writeFraction(magnitude(minus(own, other))))
}

/** The two amounts as the failed criterion compares them; undefined where one is absent or they are converted. */
function amountsOf({ failed, source, target }: Missed) {
  const [own, other] = [failed.valueOf('source', source), failed.valueOf('target', target)]
  return typeof own === 'object' && typeof other === 'object' && !failed.isConverted
    ? ([own, other] as const)
    : undefined
}

function signsAllow(miss: Missed): boolean {
  const amounts = miss.failed.isSign ? undefined : amountsOf(miss)
  if (!amounts) return true
  const [own, other] = amounts
  if (isZero(own) || isZero(other) || compare(own, negated(other)) === 0) return true
  return compare(own, zero) > 0 === compare(other, zero) > 0
}

function isClose(miss: Missed): boolean {
  const { onValues, difference } = miss.failed.stand(miss.source, miss.target)
  const amounts = amountsOf(miss)
  if (!onValues || miss.failed.isConverted) return onValues
  return amounts?.some((each) => compare(times(magnitude(difference), whole(20)), magnitude(each)) <= 0) ?? false
}

function isSlip(miss: Missed): boolean {
  const hint = hintOf(miss.failed, miss)
  if (hint === undefined || hint === 'opposite_sign') return false
  const digitsOf = (text: string): number => text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length
  return amountsOf(miss)?.every((each) => digitsOf(writeFraction(each)) >= 3) ?? false
}

function isSlipOfText(miss: Missed): boolean {
  const { failed, source, target } = miss
  const texts = [failed.valueOf('source', source), failed.valueOf('target', target)]
  const [own = '', other = ''] = texts.map(String)
  const isNext = own.slice(0, -1) === other.slice(0, -1) && /[0-9]$/.test(own) && /[0-9]$/.test(other)
  return (
    failed.kind === 'text' &&
    hintOf(failed, miss) !== undefined &&
    texts.every((text) => [...String(text)].length >= 6) &&
    !isNext
  )
}

function isSimilar({ failed, source, target }: Missed): boolean {
  const { min } = failed.criterion.similarity ?? {}
  const { onValues, similarity = 0 } = failed.stand(source, target)
  return min === undefined || !onValues || similarity >= Math.min(7_500, basisPoints(min) - 1_000)
}
