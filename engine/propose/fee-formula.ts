import { at } from '../base/at.ts'

/** A fee as processors charge it: a percentage of the amount and a fixed part. */
export interface FeeFormula {
  readonly basisPoints: number
  /** In units of `10^-measureScale`. */
  readonly fixed: number
}

export type FeePair = readonly [gross: number, net: number]

const pairCountMin = 5
/** The largest percentage of a fee: a fifth of the amount. */
const basisPointsMax = 2_000
const votesMax = 4_000

/**
 * The fee that explains most pairs, exact to `unit`, such as a cent. Undefined where it explains fewer than five pairs
 * or a tenth. Two pairs vote for a percentage: under the same fee, only the percentage makes their fees differ. O(n log
 * n).
 */
export function commonFee(pairs: readonly FeePair[], unit: number): FeeFormula | undefined {
  if (pairs.length < pairCountMin) return undefined
  const sorted = pairs.toSorted(([a, an], [b, bn]) => a - b || an - bn)
  const candidates = percentagesByVotes(sorted)
  let best: { readonly formula: FeeFormula; readonly count: number } | undefined
  for (const basisPoints of candidates) {
    const fixed = commonest(
      sorted.map(([gross, net]) => roundTo(gross - percentageOf(gross, basisPoints, unit) - net, unit)),
    )
    if (fixed < 0 || (basisPoints === 0 && fixed === 0)) continue
    const formula = { basisPoints, fixed }
    const count = sorted.filter((pair) => isFee(pair, formula, unit)).length
    if (best === undefined || count > best.count) best = { formula, count }
  }
  return best !== undefined && best.count >= Math.max(pairCountMin, 0.1 * pairs.length) ? best.formula : undefined
}

export const isFee = ([gross, net]: FeePair, { basisPoints, fixed }: FeeFormula, unit: number): boolean =>
  Math.abs(gross - percentageOf(gross, basisPoints, unit) - fixed - net) <= unit

const roundTo = (value: number, unit: number): number => Math.round(value / unit) * unit

const percentageOf = (gross: number, basisPoints: number, unit: number): number =>
  roundTo((gross * basisPoints) / 10_000, unit)

/** 0 and up to twelve other percentages in basis points, by votes; on equal votes multiples of five come first. */
function percentagesByVotes(sorted: readonly FeePair[]): readonly number[] {
  const votes = new Map<number, number>()
  const steps = [1, 2, 3, 5, 8, 13, sorted.length >> 2, sorted.length >> 1].filter((step) => step > 0)
  const stride = Math.max(1, Math.floor((sorted.length * steps.length) / votesMax))
  for (const step of new Set(steps))
    for (let index = 0; index + step < sorted.length; index += stride) {
      const [gross, net] = at(sorted, index)
      const [grossOther, netOther] = at(sorted, index + step)
      if (grossOther - gross < 20 * 10_000) continue
      const basisPoints = Math.round(10_000 * (1 - (netOther - net) / (grossOther - gross)))
      if (basisPoints < 0 || basisPoints > basisPointsMax) continue
      votes.set(basisPoints, (votes.get(basisPoints) ?? 0) + 1)
    }
  // Counts neighbouring votes, too, since rounding to cents moves a vote by a basis point or two.
  const near = (basisPoints: number): number =>
    [-2, -1, 0, 1, 2].reduce((sum, offset) => sum + (votes.get(basisPoints + offset) ?? 0), 0)
  const around = [...votes.keys()].flatMap((basisPoints) => [basisPoints, Math.round(basisPoints / 5) * 5])
  return [0, ...[...new Set(around)].toSorted((a, b) => near(b) - near(a) || (a % 5) - (b % 5) || a - b).slice(0, 12)]
}

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a, as], [b, bs]) => bs - as || a - b)[0]?.[0] ?? 0
}
