import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Criterion } from '../../../engine/rules/language/language.ts'
import { compare, type Fraction, isZero, magnitude, minus, negated, plus, writeFraction } from './fraction.ts'
import { inherit } from './kept-apart.ts'
import { signed, sumOf } from './sums.ts'
import { compareTexts } from './text.ts'
import { type Both, fieldsOf, rawText, readValue, type Side } from './values.ts'
import { idsOf, type Match, type Policy, type World } from './world.ts'

/** What matches of `residual: "open"` leave unsettled, as records of their own. */

/** Opens the rests of what a rule has matched, by (source ids, target ids). */
export function openRests(world: World, policy: Policy, matches: readonly Match[]): void {
  if (policy.rule.residual === undefined) return
  const names = (match: Match): string[] => [idsOf(match.source)[0] ?? '', idsOf(match.target)[0] ?? '']
  for (const match of [...matches].sort((a, b) => compareTexts(names(a), names(b)))) openRest(world, policy, match)
}

function openRest(world: World, policy: Policy, match: Match): void {
  const amounts = amountsOf(policy, match)
  const currencies = new Set([...match.source, ...match.target].map((record) => rawText(record, 'currency')))
  const rest = amounts && restOf(amounts.sign, amounts)
  if (rest === undefined || currencies.size > 1) return
  const { side, amount } = rest
  if (!isAmount(writeFraction(amount))) return
  const origin = [...match[side]].sort((a, b) => compareTexts([a.date ?? '', a.id], [b.date ?? '', b.id])).at(-1)
  if (origin === undefined) return
  const { gross: _, fee: __, net: ___, ...others } = origin
  const item = { ...others, id: freeId(origin.id, world.all[side]), amount: writeFraction(amount) }
  world.all[side].push(item)
  world.open[side].add(item)
  inherit(world, origin, item)
  world.rests.push({ match, side, origin, item, amount, policy })
}

interface Amounts extends Both<Fraction> {
  readonly sign: NonNullable<Criterion['sign']>
}

/** A rest has up to 12 digits after the point, as every amount. */
const isAmount = (text: string): boolean => (text.split('.')[1] ?? '').length <= 12

/** The sums, or the last amounts that a tolerance compares. */
function amountsOf({ rule: { sum, match = [] } }: Policy, { source, target }: Match): Amounts | undefined {
  if (sum) return { source: sumOf(sum, 'source', source), target: sumOf(sum, 'target', target), sign: sum.sign }
  const money = ['amount', 'gross', 'net']
  const last = match.findLast(
    (each) => each.tolerance !== undefined && Object.values(fieldsOf(each)).some((field) => money.includes(field)),
  )
  const [s, t] = [source[0], target[0]]
  if (last === undefined || s === undefined || t === undefined) return undefined
  const fields = fieldsOf(last)
  const [own, other] = [readValue(s, fields.source, 'decimal'), readValue(t, fields.target, 'decimal')]
  if (own === undefined || other === undefined || typeof own === 'string' || typeof other === 'string') return undefined
  return { source: own, target: other, sign: last.sign ?? 'same' }
}

/** On the side of the larger amount, with the sign that it has there. */
function restOf(sign: Amounts['sign'], amounts: Both<Fraction>): { side: Side; amount: Fraction } | undefined {
  const compared = signed(sign, amounts)
  const isSource = compare(magnitude(amounts.source), magnitude(amounts.target)) >= 0
  const [own, other] = isSource ? [compared.source, compared.target] : [compared.target, compared.source]
  const left = minus(own, other)
  if (isZero(left)) return undefined
  // The comparison has turned the target, or both amounts that are negative.
  const side = isSource ? 'source' : 'target'
  const isTurned = sign === 'opposite' ? !isSource : sign === 'absolute' && amounts[side].over < 0n
  return { side, amount: isTurned ? negated(left) : left }
}

export function freeId(origin: string, records: readonly CanonicalRecord[]): string {
  const taken = new Set(records.map(({ id }) => id))
  for (let number = 1; ; number++) if (!taken.has(`${origin}~${number}`)) return `${origin}~${number}`
}

/** Whether a rule came after the one that made the record. */
export function isSeenBy({ rests, policies }: World, policy: Policy, record: CanonicalRecord): boolean {
  const made = rests.find(({ item }) => item === record)
  return (
    made === undefined ||
    policies.findIndex(({ rule }) => rule === made.policy.rule) < policies.findIndex(({ rule }) => rule === policy.rule)
  )
}

/** The amount of a record less what was left over of it. */
export function withoutRest({ rests }: World, record: CanonicalRecord, amount: Fraction): Fraction {
  const own = rests.find(({ origin }) => origin === record)
  return own === undefined ? amount : plus(amount, negated(own.amount))
}

/** The member of a match's line that names its rest. */
export function restMember({ rests }: World, match: Match): { residual?: { side: Side; id: string; amount: string } } {
  const own = rests.find((each) => each.match === match)
  return own ? { residual: { side: own.side, id: own.item.id, amount: writeFraction(own.amount) } } : {}
}
