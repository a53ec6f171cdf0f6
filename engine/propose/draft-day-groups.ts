import { relationWords, sumMembers } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { cardinalityWords } from './draft-groups.ts'
import { ofAll } from './draft-names.ts'
import { groupingsOf } from './group-keys.ts'
import { addingCount, groupCountMin, groupFractionMin, groupsIn } from './keyed-groups.ts'
import type { LearningSides } from './learning-side.ts'

/** Drafts of rules for groups that have only the day in common: all records of a day add up on both sides. */
export function dayGroupDrafts(sides: LearningSides): readonly Draft[] {
  const rowsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, row) => row)
  const all = { key: '', source: rowsOf(sides.source.rowCount), target: rowsOf(sides.target.rowCount) }
  const groupings = groupingsOf(sides, [all])
    .slice(1)
    .map((grouping) => groupsIn(sides, grouping))
  const [best] = groupings.toSorted((a, b) => addingCount(b) - addingCount(a))
  return (best ?? [])
    .filter(({ blocks, relation }) => relation.equalCount >= Math.max(groupCountMin, groupFractionMin * blocks.length))
    .map(({ grouping, cardinality, blocks, relation, isMerged }) => ({
      id: `day-sum-${cardinality.replace(':', '-')}`,
      rule: { cardinality, match: grouping.criteria, sum: sumMembers(relation), ambiguous: 'defer' as const },
      identity: undefined,
      band: sameDay,
      isMerged,
      sentence: `${cardinalityWords(cardinality)} of one day${grouping.words.replace(/^ and /, ' by ')}: ${relationWords(relation)} in sum`,
      figures: [`${ofAll(relation.equalCount, blocks.length)} of these groups add up exactly`],
    }))
}

const sameDay = { from: 0, to: 0, count: 0, withinCount: 0 }
