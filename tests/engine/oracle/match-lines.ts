import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Comparison } from './comparison.ts'
import { confidenceOf } from './confidence.ts'
import { type Fraction, isZero, writeFraction } from './fraction.ts'
import { restMember } from './residuals.ts'
import { compareSums, sumOf } from './sums.ts'
import { compareText } from './text.ts'
import { differencesOf, isTurned } from './totals.ts'
import { rawText } from './values.ts'
import { idsOf, type Line, type Match, type Policy, type Records, type World } from './world.ts'

/** The line of a match or a suggestion. */
export function matchLine(world: World, match: Match): Line {
  const { rule } = match.policy
  const { days, ...deviations } = deviationsOf(match)
  const isDifferent = days.some((each) => each !== 0) || differencesOf(world, match).accepted.size > 0
  const [only = 0] = days
  return {
    kind: rule.action === 'suggest' ? 'suggestion' : 'match',
    rule: rule.id,
    confidence: confidenceOf(match),
    source: idsOf(match.source),
    target: idsOf(match.target),
    ...comparedValues(match),
    ...sums(match),
    ...deviations,
    ...(only !== 0 && days.every((each) => each === only) && { days: only }),
    ...similarity(match),
    ...convertedValues(match),
    ...(rule.variance !== undefined && isDifferent && { variance: rule.variance }),
    ...(isTurned(match) && { turned: true }),
    ...restMember(world, match),
    ...(match.interchangeable && { interchangeable: true }),
    ...(match.ambiguous && { ambiguous: true }),
  }
}

/** Fields whose canonical values are the same on both sides, and those that differ. */
function comparedValues({ policy, source, target }: Match): Line {
  const equal: { [name: string]: string } = {}
  const differ: { [name: string]: [string, string] } = {}
  for (const { name, fields, criterion } of policy.comparisons) {
    const textOf = criterion.op === 'listed' ? everyText : onlyText
    const [own, other] = fields ? [textOf(source, fields.source), textOf(target, fields.target)] : []
    if (own === undefined || other === undefined) continue
    const isOne = fields && [onlyText(source, fields.source), onlyText(target, fields.target)].every((each) => each)
    if (isOne && own === other) equal[name] = own
    else differ[name] = [own, other]
  }
  return { ...(Object.keys(equal).length > 0 && { equal }), ...(Object.keys(differ).length > 0 && { differ }) }
}

/** The text that all of these records have. */
function onlyText(records: Records, field: string): string | undefined {
  const texts = new Set(records.map((record) => rawText(record, field)))
  return texts.size === 1 ? [...texts][0] : undefined
}

/** The texts that these records have, each once. */
function everyText(records: Records, field: string): string {
  const texts = new Set(records.map((record) => rawText(record, field) ?? ''))
  return [...texts].sort(compareText).join('; ')
}

function sums({ policy: { rule }, source, target }: Match): Line {
  const { sum } = rule
  return sum ? { sum: [writeFraction(sumOf(sum, 'source', source)), writeFraction(sumOf(sum, 'target', target))] } : {}
}

/** The amounts that a rule converted, by the names of its criteria, and how far the last of them are apart. */
function convertedValues({ policy, source: [own], target: [other] }: Match): Line {
  const found = policy.comparisons.flatMap(({ name, stand }) => {
    if (!own || !other || !policy.rule.convert) return []
    const { converted, difference } = stand(own, other)
    return converted ? [{ name, ...converted, difference }] : []
  })
  const last = found.at(-1)
  if (last === undefined) return {}
  const values = Object.fromEntries(found.map(({ name, values }) => [name, values]))
  return { converted: { currency: last.currency, values, ...differenceMember(last.difference) } }
}

/** The lowest similarity of a pair. */
function similarity({ policy, source, target }: Match): Line {
  const found = source.flatMap((s) =>
    target.flatMap((t) => policy.comparisons.flatMap((each) => each.stand(s, t).similarity ?? [])),
  )
  return found.length === 0 ? {} : { similarity: Math.min(...found) }
}

/** The difference of the amounts or sums that were compared, and the days of every pair. */
function deviationsOf({ policy, source, target }: Match): { readonly difference?: string; readonly days: number[] } {
  const { sum, cardinality } = policy.rule
  const days = source.flatMap((s) => target.map((t) => pairDays(policy, s, t)))
  const [s, t] = [source[0], target[0]]
  if (sum && cardinality !== '1:1') {
    const totals = { source: sumOf(sum, 'source', source), target: sumOf(sum, 'target', target) }
    return { ...differenceMember(compareSums(sum, totals).difference), days }
  }
  return { ...(s && t && pairDifference(policy, s, t)), days }
}

/** `{ difference?, days? }` of a pair; what is 0 is left out. */
export function pairDeviations(policy: Policy, source: CanonicalRecord, target: CanonicalRecord): Line {
  const days = pairDays(policy, source, target)
  return { ...pairDifference(policy, source, target), ...(days !== 0 && { days }) }
}

/** Of the last amount that both have of those that the rule compares. */
function pairDifference({ comparisons }: Policy, source: CanonicalRecord, target: CanonicalRecord) {
  const last = comparisons.findLast((each) => each.kind === 'decimal' && each.stand(source, target).onValues)
  return last ? differenceMember(last.stand(source, target).difference) : {}
}

/** Of the last window of days, or the last date where there is none, of those that both have. */
function pairDays({ comparisons }: Policy, source: CanonicalRecord, target: CanonicalRecord): number {
  const dates = comparisons.filter((each) => each.kind === 'date' && each.stand(source, target).onValues)
  const last = dates.findLast(({ criterion }) => criterion.op === 'near') ?? dates.at(-1)
  return last ? daysOf(last, source, target) : 0
}

/** Whole days of a date criterion. */
export const daysOf = (comparison: Comparison, source: CanonicalRecord, target: CanonicalRecord): number =>
  Number(writeFraction(comparison.stand(source, target).difference))

/** `{ difference }`, nothing when it is 0. */
export const differenceMember = (difference: Fraction): { readonly difference?: string } =>
  isZero(difference) ? {} : { difference: writeFraction(difference) }
