import type { RuleInput } from '../rules/language/language.ts'
import type { LagBand } from './lag-band.ts'
import type { Link } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'
import type { TrialRun } from './trial-run.ts'

/** A rule that the records suggest and that has not been tried. */
export interface Draft {
  /** What its id begins with. */
  readonly id: string
  /** The rule without an id. */
  readonly rule: RuleInput
  /** The identity that it rests on; undefined for a rule that may only suggest. */
  readonly identity: Identity | undefined
  /** The dates that it reads. */
  readonly band: LagBand | undefined
  readonly sentence: string
  readonly figures: readonly string[]
}

export interface Identity {
  /** The links whose keys the rule reads. */
  readonly names: readonly string[]
  readonly sourceField: string
  readonly targetField: string
  /** Whether a key stands for one record. */
  readonly isUnique: boolean
  /** How often a source and a target record, taken at random, have equal keys. */
  readonly collisionShare: number
  /** The share of related records that belong together, at least. */
  readonly rightShare: number
  /** Records or groups among the open records that the identity relates, whatever their amounts. */
  relatedCount(run: TrialRun): number
}

function collisionShare({ blocks, sourceKeys, targetKeys }: Link): number {
  const pairs = blocks.reduce((sum, { source, target }) => sum + source.length * target.length, 0)
  const keyed = (keys: Link['sourceKeys']): number => keys.filter((key) => key !== undefined).length
  return pairs / Math.max(1, keyed(sourceKeys) * keyed(targetKeys))
}

/** The identity that a link is. */
export const identityOf = ({ link, rightShare, isUnique }: LinkEvidence): Identity => ({
  names: [link.name],
  sourceField: link.sourceField,
  targetField: link.targetField,
  isUnique,
  collisionShare: collisionShare(link),
  rightShare,
  relatedCount: (run) =>
    link.blocks.reduce((count, { source, target }) => {
      const own = source.filter((row) => run.isOpen('source', row)).length
      const other = target.filter((row) => run.isOpen('target', row)).length
      return count + Math.min(own, other)
    }, 0),
})
