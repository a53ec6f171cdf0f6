import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Rule } from '../../../engine/rules/language/language.ts'
import { compare, type Fraction, isZero, magnitude, minus, negated, plus, total, writeFraction } from './fraction.ts'
import { inherit } from './kept-apart.ts'
import type { OracleCase, OracleInstruction } from './oracle-case.ts'
import { freeId } from './residuals.ts'
import { compareTexts } from './text.ts'
import { controlAmount, currencyOf } from './totals.ts'
import { type Both, type Side, sides } from './values.ts'
import { close, idsOf, type Line, type Match, type Records, type World } from './world.ts'

/** What decisions ask of a run: matches before the first rule, and records that no claim may hold together. */

/** The `decision` of an instruction at a position. */
export const decisionAt = (position: number): string => `dcn_${position}`

type ByHand = Extract<OracleInstruction, { readonly residual: unknown }>

export function obey(world: World, { instructions = [], rules }: OracleCase): void {
  const signs = rules.referenceData?.signs
  const factor = (signs?.source ?? 'as-is') === (signs?.target ?? 'as-is') ? -1 : 1
  // Rests inherit what their origins are kept apart from, wherever that stands in the list.
  for (const each of instructions) if ('apart' in each) keepApart(world, each.apart)
  for (const [position, each] of instructions.entries())
    if ('match' in each) matchByHand(world, { ...each, position, factor })
}

const recordsIn = ({ all }: World, side: Side, ids: readonly string[]): Records =>
  ids.map((id) => {
    const found = all[side].find((record) => record.id === id)
    if (found === undefined) throw new Error(`An instruction of a case names no record: ${side} ${id}`)
    return found
  })

function keepApart(world: World, halves: readonly [Both<readonly string[]>, Both<readonly string[]>]): void {
  const [one, other] = halves.map((ids) => new Set(sides.flatMap((side) => recordsIn(world, side, ids[side]))))
  if (one?.size && other?.size) world.apart.push([one, other])
}

interface Asked extends ByHand {
  readonly position: number
  /** Of the target's amounts in what is left: 1 where the policy turns one side. */
  readonly factor: 1 | -1
}

function matchByHand(world: World, asked: Asked): void {
  const { match, residual, position, factor } = asked
  const own = { source: recordsIn(world, 'source', match.source), target: recordsIn(world, 'target', match.target) }
  const records = [...own.source, ...own.target]
  if (records.some((record) => sides.every((side) => !world.open[side].has(record)))) return
  const currencies = new Set(records.map(currencyOf))
  if (residual === 'fx' ? currencies.size < 2 : currencies.size !== 1) return
  const sum = (side: Side): Fraction => total(own[side].map(controlAmount))
  const sums = { source: sum('source'), target: sum('target') }
  const left = factor === -1 ? minus(sums.source, sums.target) : plus(sums.source, sums.target)
  const isOneSided = own.source.length === 0 || own.target.length === 0
  const isLeft = residual !== 'fx' && !isZero(left)
  if (isLeft && residual === 'open' && isOneSided) return
  const decided = { decision: decisionAt(position), isTurned: factor === 1, rest: undefined }
  const found = { ...own, policy: policyOf(asked, isLeft), interchangeable: false, ambiguous: false }
  close(world, own)
  world.matches.push({
    ...found,
    decided: isLeft ? { ...decided, rest: leave(world, asked, { ...own, left, sums }) } : decided,
  })
}

/** No rule of the policy: it only says what the line and the totals say. */
const policyOf = ({ residual }: ByHand, isLeft: boolean): Match['policy'] => ({
  rule: {
    id: 'decision',
    ...(residual === 'fx' && { variance: 'fx' }),
    ...(residual === 'accepted' && isLeft && { variance: 'fee' }),
  } as Rule,
  comparisons: [],
  all: { source: [], target: [] },
  withRests: { source: [], target: [] },
})

interface Left extends Both<Records> {
  readonly left: Fraction
  readonly sums: Both<Fraction>
}

/** An open rest is on the side that has more, an accepted one where the instruction says. */
function leave(world: World, asked: Asked, { left, sums, ...own }: Left): NonNullable<Match['decided']>['rest'] {
  const larger = compare(magnitude(sums.source), magnitude(sums.target)) >= 0 ? 'source' : 'target'
  const side = asked.residual === 'accepted' ? asked.side : larger
  const amount = side === 'target' && asked.factor === -1 ? negated(left) : left
  const candidates = own[side].length > 0 ? own[side] : [...own.source, ...own.target]
  const dateOf = ({ date, valueDate }: CanonicalRecord): string => date ?? valueDate ?? ''
  const origin = [...candidates].sort((a, b) => compareTexts([dateOf(a), a.id], [dateOf(b), b.id])).at(-1)
  if (origin === undefined) throw new Error('A match has a record')
  const { gross: _, fee: __, net: ___, ...others } = origin
  const item = { ...others, id: freeId(origin.id, world.all[side]), amount: writeFraction(amount) }
  world.all[side].push(item)
  world.open[side].add(item)
  inherit(world, origin, item)
  return { side, item, amount }
}

export function decidedLine({ source, target, policy, decided }: Match, isTurned: boolean): Line {
  const { variance } = policy.rule
  const rest = decided?.rest
  return {
    kind: 'match',
    rule: 'decision',
    decision: decided?.decision ?? '',
    ...(source.length > 0 && { source: idsOf(source) }),
    ...(target.length > 0 && { target: idsOf(target) }),
    ...(variance !== undefined && { variance }),
    ...(isTurned && { turned: true }),
    ...(rest && { residual: { side: rest.side, id: rest.item.id, amount: writeFraction(rest.amount) } }),
  }
}
