import { holdsOnIdentity } from '../match/blocks/identity.ts'
import { absentDay } from '../record/columns.ts'
import { readsCurrency } from '../rules/criteria/criterion-kind.ts'
import { grounds, identitiesMet, isSlipOfDays, nearDayCountMax, similarityTest } from './grounds.ts'
import type { GroupPair } from './group-pairs.ts'
import type { NearMiss } from './pair-joins.ts'

/**
 * What two groups have in common as a value of `grounds`; undefined where that is too little to be shown. Requires that
 * the rows of `miss`, one of each group, fail one criterion alone, which compares no amounts.
 */
export function groundOfGroups(miss: NearMiss, pair: GroupPair): number | undefined {
  const { failed, source, target } = miss
  const { documents, parties } = identitiesMet(miss)
  const isOfCurrency = readsCurrency(failed.criterion)
  const hasDocument = holdsOnIdentity(documents, source, target)
  if (!pair.meetsSum) return isOfCurrency && hasDocument ? grounds.document : undefined
  if (!isOfCurrency && pair.source.records[0].currency !== pair.target.records[0].currency) return undefined
  if (hasDocument) return grounds.document
  if (daysApart(pair) > nearDayCountMax && !isSlipOfDays(failed, source, target)) return undefined
  if (!similarityTest(miss)(source, target)) return undefined
  if (holdsOnIdentity(parties, source, target)) return grounds.party
  return isOfCurrency ? undefined : grounds.amount
}

/** The days from the first to the last record of both groups. */
function daysApart({ source, target }: GroupPair): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { day } of [...source.records, ...target.records]) {
    if (day === absentDay) return Number.POSITIVE_INFINITY
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  return last - first
}
