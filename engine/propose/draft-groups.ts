import type { Slices } from '../base/slices.ts'
import type { RuleInput } from '../rules/language/language.ts'
import { groupWords } from '../rules/words/group-words.ts'
import { capitalized, fieldWords } from '../rules/words/value-words.ts'
import { relationWords, sumMembers } from './amount-relation.ts'
import { type Draft, identityOf } from './draft.ts'
import { idOf, ofAll } from './draft-names.ts'
import { exactDraft } from './draft-pairs.ts'
import { sumDifference, sumOf } from './group-sums.ts'
import { type Cardinality, type Groups, groupCountMin, groupFractionMin, keyedGroups } from './keyed-groups.ts'
import type { LearningSides } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { nearBounds, nearFractionMax } from './near-bounds.ts'

/**
 * Drafts of rules for groups that add up: a batch, a payout, a day's takings. Keys with most such groups come first,
 * groups that add up exactly before those that nearly do.
 */
export function* groupDrafts(sides: LearningSides, evidence: readonly LinkEvidence[]): Slices<readonly Draft[]> {
  const found = yield* keyedGroups(sides, evidence)
  const draftsBy = (draftsOf: (keyed: LinkEvidence, groups: Groups) => readonly Draft[]) =>
    found.flatMap(({ evidence: each, groups }) => groups.flatMap((group) => draftsOf(each, group)))
  return [...draftsBy(exactGroups), ...draftsBy(nearGroups)]
}

function exactGroups(evidence: LinkEvidence, found: Groups): readonly Draft[] {
  const { blocks, relation } = found
  if (found.cardinality === 'n:m' && !found.isOneEvent) return []
  if (relation.equalCount < Math.max(groupCountMin, groupFractionMin * blocks.length)) return []
  return [
    ...pairsOfGroups(evidence, found),
    groupDraft(evidence, found, {
      id: '-sum',
      members: { sum: sumMembers(relation) },
      words: `${relationWords(relation)} in sum`,
      figure: `${ofAll(relation.equalCount, blocks.length)} of these groups add up exactly`,
      rightFraction: relation.equalCount / blocks.length,
    }),
  ]
}

/**
 * A draft for groups with several records on both sides that matches pairs of equal amounts inside them: the sums may
 * agree only because the pairs do.
 */
function pairsOfGroups(evidence: LinkEvidence, { grouping, cardinality }: Groups): readonly Draft[] {
  const exact = cardinality === 'n:m' ? exactDraft(evidence) : undefined
  if (exact === undefined) return []
  const match = [...(exact.rule.match ?? []), ...grouping.criteria]
  return [{ ...exact, rule: { ...exact.rule, match }, band: undefined }]
}

/** A draft for groups whose sums differ by a small fraction. */
function nearGroups(evidence: LinkEvidence, found: Groups): readonly Draft[] {
  if (!found.isOneEvent) return []
  const { blocks, relation } = found
  const small = blocks
    .map((block) => ({
      size: Math.abs(sumOf(relation.source, block.source)),
      difference: sumDifference(relation, block),
    }))
    .filter(({ size, difference }) => difference !== 0 && Math.abs(difference) <= nearFractionMax * size)
  const near = small.length + relation.equalCount
  if (
    small.length < groupCountMin ||
    near < 0.6 * blocks.length ||
    relation.equalCount < groupFractionMin * blocks.length
  )
    return []
  const sums = blocks.map((block) => Math.abs(sumOf(relation.source, block.source))).toSorted((a, b) => a - b)
  const tolerance = nearBounds(small, sums)
  if (tolerance === undefined) return []
  return [
    groupDraft(evidence, found, {
      id: '-near-sum',
      members: { variance: 'other', sum: sumMembers(relation, tolerance) },
      words: `${relationWords(relation)} in sum, from ${tolerance.from} to ${tolerance.to}`,
      figure: `${ofAll(near, blocks.length)} of these groups add up to within a few hundredths of their sum`,
      rightFraction: near / blocks.length,
    }),
  ]
}

interface GroupTexts {
  readonly id: string
  readonly members: Pick<RuleInput, 'sum' | 'variance'>
  readonly words: string
  readonly figure: string
  readonly rightFraction: number
}

function groupDraft(
  evidence: LinkEvidence,
  { grouping, cardinality, blocks, isMerged }: Groups,
  texts: GroupTexts,
): Draft {
  const { link } = evidence
  const identity = identityOf(evidence)
  return {
    id: `${idOf(evidence)}${grouping.criteria.length > 0 ? '-day' : ''}${texts.id}-${cardinality.replace(':', '-')}`,
    rule: { cardinality, match: [...link.criteria, ...grouping.criteria], ambiguous: 'defer', ...texts.members },
    identity: {
      ...identity,
      // A group that adds up is seldom an accident, even under a key that fits few single records.
      rightFraction: Math.max(texts.rightFraction, evidence.rightFraction),
      relatedCount: (run) =>
        blocks.filter(
          ({ source, target }) =>
            source.every((row) => run.isOpen('source', row)) && target.every((row) => run.isOpen('target', row)),
        ).length,
    },
    band: undefined,
    isMerged,
    sentence: `${cardinalityWords(cardinality)} with the same ${fieldWords(link.sourceField, link.targetField)}${grouping.words} (${link.words}): ${texts.words}`,
    figures: [`${blocks.length} values stand for such a group each`, texts.figure],
  }
}

export const cardinalityWords = (cardinality: Cardinality): string => capitalized(groupWords[cardinality])
