import { at } from '../base/at.ts'

/** A fee as processors take it: a share of the amount and a fixed part. */
export interface FeeFormula {
  /** In hundredths of a percent. */
  readonly basisPoints: number
  /** In units. */
  readonly fixed: number
}

/** Amounts before and after a fee, in units. */
export type FeePair = readonly [gross: number, net: number]

const pairCountMin = 5
/** Fees above a fifth are no fees. */
const basisPointsMax = 2_000
const votesMax = 4_000

/**
 * The fee that explains most of the pairs to the `unit`, such as a cent; undefined where none explains five of them and a
 * tenth. Two pairs of one fee differ in the share alone, so that each two of them vote for a share. O(n).
 */
export function commonFee(pairs: readonly FeePair[], unit: number): FeeFormula | undefined {
  if (pairs.length < pairCountMin) return undefined
  const sorted = pairs.toSorted(([a, an], [b, bn]) => a - b || an - bn)
  const shares = sharesByVotes(sorted)
  let best: { readonly formula: FeeFormula; readonly count: number } | undefined
  for (const basisPoints of shares) {
    const fixed = commonest(
      sorted.map(([gross, net]) => roundTo(gross - shareOf(gross, basisPoints, unit) - net, unit)),
    )
    if (fixed < 0 || (basisPoints === 0 && fixed === 0)) continue
    const formula = { basisPoints, fixed }
    const count = sorted.filter((pair) => isFee(pair, formula, unit)).length
    if (best === undefined || count > best.count) best = { formula, count }
  }
  return best !== undefined && best.count >= Math.max(pairCountMin, 0.1 * pairs.length) ? best.formula : undefined
}

/** Whether a pair has the fee, to the unit. */
export const isFee = ([gross, net]: FeePair, { basisPoints, fixed }: FeeFormula, unit: number): boolean =>
  Math.abs(gross - shareOf(gross, basisPoints, unit) - fixed - net) <= unit

const roundTo = (value: number, unit: number): number => Math.round(value / unit) * unit

const shareOf = (gross: number, basisPoints: number, unit: number): number =>
  roundTo((gross * basisPoints) / 10_000, unit)

/** Shares in basis points that several pairs vote for, multiples of five before others. */
function sharesByVotes(sorted: readonly FeePair[]): readonly number[] {
  const votes = new Map<number, number>()
  const steps = [1, 2, 3, 5, 8, 13, sorted.length >> 2, sorted.length >> 1].filter((step) => step > 0)
  const stride = Math.max(1, Math.floor((sorted.length * steps.length) / votesMax))
  for (const step of new Set(steps))
    for (let index = 0; index + step < sorted.length; index += stride) {
      const [gross, net] = at(sorted, index)
      const [grossOther, netOther] = at(sorted, index + step)
      if (grossOther - gross < 20 * 10_000) continue
      const share = Math.round(10_000 * (1 - (netOther - net) / (grossOther - gross)))
      if (share < 0 || share > basisPointsMax) continue
      votes.set(share, (votes.get(share) ?? 0) + 1)
    }
  // Rounding to cents moves a vote by a point or two.
  const near = (share: number): number =>
    [-2, -1, 0, 1, 2].reduce((sum, offset) => sum + (votes.get(share + offset) ?? 0), 0)
  const around = [...votes.keys()].flatMap((share) => [share, Math.round(share / 5) * 5])
  return [0, ...[...new Set(around)].toSorted((a, b) => near(b) - near(a) || (a % 5) - (b % 5) || a - b).slice(0, 12)]
}

/** The value that stands most often in a list, the least of several. */
function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a, as], [b, bs]) => bs - as || a - b)[0]?.[0] ?? 0
}
