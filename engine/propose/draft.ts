import type { Match } from '../match/state/run-state.ts'
import type { RuleInput } from '../rules/language/language.ts'
import type { LagBand } from './lag-band.ts'
import type { Link } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'
import type { TrialRun } from './trial-run.ts'

/** A rule that the records suggest, before it is tried. */
export interface Draft {
  readonly id: string
  readonly rule: RuleInput
  /** Undefined for a rule that must not match, only suggest. */
  readonly identity: Identity | undefined
  readonly band: LagBand | undefined
  /** Whether known strangers show how often it is wrong: no exchange of texts is tried. */
  readonly isByStrangers?: boolean
  /** The fraction of pairs of strangers that the rule takes, if what it reads agrees independently of each other. */
  readonly strangerChance?: number
  /** Whether a match of several records on both sides is made of smaller groups. */
  readonly isMerged?: (claim: Match) => boolean
  readonly sentence: string
  readonly figures: readonly string[]
}

export interface Identity {
  readonly names: readonly string[]
  readonly sourceField: string
  readonly targetField: string
  readonly isUnique: boolean
  /** The probability that a random source record and a random target record have equal keys. */
  readonly collisionFraction: number
  /** A lower bound on the fraction of records with equal keys that really belong together. */
  readonly rightFraction: number
  /** Whether nearly all amounts are the same: exchanging whole records then proves nothing, and rare keys do. */
  readonly isByRarity?: boolean
  /** The number of open records or groups with equal keys, whatever their amounts. */
  relatedCount(run: TrialRun): number
}

export function collisionFraction({ blocks, sourceKeys, targetKeys }: Link): number {
  const pairs = blocks.reduce((sum, { source, target }) => sum + source.length * target.length, 0)
  const keyed = (keys: Link['sourceKeys']): number => keys.filter((key) => key !== undefined).length
  return pairs / Math.max(1, keyed(sourceKeys) * keyed(targetKeys))
}

export const identityOf = ({ link, rightFraction, isUnique, isByRarity }: LinkEvidence): Identity => ({
  names: [link.name],
  sourceField: link.sourceField,
  targetField: link.targetField,
  isUnique,
  collisionFraction: collisionFraction(link),
  rightFraction,
  isByRarity: isUnique && isByRarity,
  relatedCount: (run) =>
    link.blocks.reduce((count, { source, target }) => {
      const own = source.filter((row) => run.isOpen('source', row)).length
      const other = target.filter((row) => run.isOpen('target', row)).length
      return count + Math.min(own, other)
    }, 0),
})
