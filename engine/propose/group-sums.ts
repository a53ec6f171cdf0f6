import { at, float64At } from '../base/at.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { AmountRelation } from './amount-relation.ts'
import { decimalText } from './draft-names.ts'
import { unitOfCent } from './draft-parts.ts'
import type { LearningSides } from './learning-side.ts'
import type { Block } from './link.ts'
import { type Measure, measureScale } from './measures.ts'

export interface SumRelation extends AmountRelation {
  readonly equalCount: number
}

/** The amounts whose sums are equal in most groups, with or without a fee on each record; undefined where none are. */
export function commonSum({ source, target }: LearningSides, blocks: readonly Block[]): SumRelation | undefined {
  const [own, other] = [source.measures[0], target.measures[0]]
  const feesOf = (payer: Side): readonly Measure[] =>
    own === undefined || other === undefined ? [] : feeMeasures({ source: own, target: other }, payer, blocks)
  const sums = (measures: readonly Measure[], side: 'source' | 'target') =>
    measures.map((measure) => ({ measure, sums: blocks.map((block) => sumOf(measure, block[side])) }))
  const targets = sums([...target.measures, ...feesOf('target')], 'target')
  let best: SumRelation | undefined
  for (const left of sums([...source.measures, ...feesOf('source')], 'source'))
    for (const right of targets)
      for (const sign of ['same', 'opposite'] as const) {
        const factor = sign === 'same' ? 1 : -1
        const equalCount = left.sums.filter((sum, index) => sum === factor * at(right.sums, index)).length
        if (equalCount > (best?.equalCount ?? 0))
          best = { source: left.measure, target: right.measure, sign, equalCount }
      }
  return best
}

export const sumOf = ({ units }: Measure, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + float64At(units, row), 0)

/** Target less source, after the target's sign is turned. */
export function sumDifference({ source, target, sign }: AmountRelation, block: Block): number {
  const other = sumOf(target, block.target)
  return (sign === 'opposite' ? -other : other) - sumOf(source, block.source)
}

const voteCountMin = 3
const blockCountMax = 400

/**
 * Measures that are the payer's amounts less a percentage and a fixed fee for each record. Two groups of different
 * sizes give two equations for these two unknowns; the solution with the most votes wins.
 */
function feeMeasures(amounts: BySide<Measure>, payer: Side, blocks: readonly Block[]): readonly Measure[] {
  const other = oppositeSide(payer)
  const groups = blocks
    .slice(0, blockCountMax)
    .map((block) => ({
      sum: sumOf(amounts[payer], block[payer]),
      size: block[payer].length,
      net: Math.abs(sumOf(amounts[other], block[other])),
    }))
    .filter(({ sum, net }) => sum > 0 && net < sum && net > 0.7 * sum)
  const votes = new Map<string, number>()
  for (const [index, left] of groups.entries())
    for (const step of [1, 2, 3]) {
      const right = groups[index + step]
      const fee = right && feeOf(left, right)
      if (fee !== undefined) votes.set(fee, (votes.get(fee) ?? 0) + 1)
    }
  return [...votes]
    .filter(([, count]) => count >= voteCountMin)
    .toSorted(([a, as], [b, bs]) => bs - as || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([fee]) => {
      const [basisPoints = 0, fixed = 0] = fee.split(' ').map(Number)
      return afterFee(amounts[payer], basisPoints, fixed)
    })
}

interface FeeGroup {
  readonly sum: number
  readonly size: number
  readonly net: number
}

/**
 * The solution of two groups as text, in steps of five basis points and of a cent; undefined where the equations are
 * too similar.
 */
function feeOf(left: FeeGroup, right: FeeGroup): string | undefined {
  const determinant = left.sum * right.size - right.sum * left.size
  if (Math.abs(determinant) < 0.05 * left.sum * right.size) return undefined
  const [fee, other] = [left.sum - left.net, right.sum - right.net]
  const fraction = (fee * right.size - other * left.size) / determinant
  const basisPoints = Math.round((fraction * 10_000) / 5) * 5
  const fixed = Math.round((fee - (basisPoints / 10_000) * left.sum) / left.size / unitOfCent) * unitOfCent
  return basisPoints < 0 || fixed < 0 || basisPoints + fixed === 0 ? undefined : `${basisPoints} ${fixed}`
}

function afterFee(own: Measure, basisPoints: number, fixed: number): Measure {
  const [percent, part] = [decimalText(basisPoints, 2), decimalText(fixed, measureScale)]
  return {
    name: `${own.name} less ${[...(basisPoints > 0 ? [`${percent} %`] : []), ...(fixed > 0 ? [part] : [])].join(' and ')}`,
    terms: [
      ...own.terms,
      ...(basisPoints > 0 ? [{ percent: `-${percent}`, of: own.name }] : []),
      ...(fixed > 0 ? [{ fixed: `-${part}` }] : []),
    ],
    units: own.units.map((unit) => unit - evenCents((unit * basisPoints) / 10_000) - fixed),
    scale: own.scale,
  }
}

/** Rounds units to cents, a half to the even cent, as a rule's percentage terms do. */
function evenCents(units: number): number {
  const cents = units / unitOfCent
  const whole = Math.floor(cents)
  const fraction = cents - whole
  if (Math.abs(fraction - 0.5) < 1e-9) return (whole % 2 === 0 ? whole : whole + 1) * unitOfCent
  return Math.round(cents) * unitOfCent
}
