import type { TruthGroup } from './generated-pair.ts'

/** How well claims agree with the truth, in pairs of a source and a target id. */

export interface Claim {
  readonly rule: string
  readonly source: readonly string[]
  readonly target: readonly string[]
}

export interface Score {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** The share of claims that hold a pair which is not in the truth. */
  readonly wrongShare: number
  readonly wrong: readonly Claim[]
}

/**
 * Precision and recall of pairs. Twins count as often as there are pairs among them, whichever pairs they are; what is
 * not asked counts neither way. Claims of nothing where nothing belongs together are perfect.
 */
export function scoreOf(truth: readonly TruthGroup[], claims: readonly Claim[]): Score {
  const groups = { source: groupById(truth, 'source'), target: groupById(truth, 'target') }
  const rightByGroup = new Map<TruthGroup, number>()
  let wrongPairs = 0
  const wrong: Claim[] = []
  for (const claim of claims) {
    let wrongOfClaim = 0
    for (const sourceId of claim.source) {
      const group = groups.source.get(sourceId)
      for (const targetId of claim.target) {
        if (group === undefined || groups.target.get(targetId) !== group) wrongOfClaim += 1
        else rightByGroup.set(group, (rightByGroup.get(group) ?? 0) + 1)
      }
    }
    wrongPairs += wrongOfClaim
    if (wrongOfClaim > 0) wrong.push(claim)
  }
  let [wanted, right] = [0, 0]
  for (const group of truth) {
    const pairCount = pairCountOf(group)
    wanted += pairCount
    right += Math.min(pairCount, rightByGroup.get(group) ?? 0)
  }
  const precision = right + wrongPairs === 0 ? 1 : right / (right + wrongPairs)
  const recall = wanted === 0 ? 1 : right / wanted
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    wrongShare: claims.length === 0 ? 0 : wrong.length / claims.length,
    wrong,
  }
}

function groupById(truth: readonly TruthGroup[], side: 'source' | 'target'): ReadonlyMap<string, TruthGroup> {
  return new Map(truth.flatMap((group) => group[side].map((id): [string, TruthGroup] => [id, group])))
}

function pairCountOf({ source, target, kind }: TruthGroup): number {
  if (kind === 'unasked') return 0
  return kind === 'any-pairing' ? Math.min(source.length, target.length) : source.length * target.length
}
