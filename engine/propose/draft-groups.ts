import { float64At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import type { RuleInput } from '../rules/language/language.ts'
import { groupWords } from '../rules/words/group-words.ts'
import { capitalized, fieldWords } from '../rules/words/value-words.ts'
import { relationWords, sumMembers } from './amount-relation.ts'
import { type Draft, identityOf } from './draft.ts'
import { idOf, ofAll } from './draft-names.ts'
import { exactDraft } from './draft-pairs.ts'
import { type Grouping, groupingsOf } from './group-keys.ts'
import { commonSum, type SumRelation, sumDifference, sumOf } from './group-sums.ts'
import type { LearningSides } from './learning-side.ts'
import type { Block } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { nearBounds, nearFractionMax } from './near-bounds.ts'
import { isTemporal } from './temporal-keys.ts'

/** Drafts of rules for groups that add up: a batch, a payout, a day's takings. */

type Cardinality = '1:n' | 'n:1' | 'n:m'

/** Groups become a draft only from this many groups that add up, and from this fraction of all groups. */
export const groupCountMin = 3
export const groupFractionMin = 0.3

/**
 * Drafts that group by the keys of a link, with or without a day. Each link takes the grouping with the most groups
 * that add up; links with most such groups come first. Yields after each link.
 */
export function* groupDrafts(sides: LearningSides, evidence: readonly LinkEvidence[]): Slices<readonly Draft[]> {
  const found: { readonly evidence: LinkEvidence; readonly found: readonly Found[] }[] = []
  for (const each of evidence) {
    yield
    const groupings = groupingsOf(sides, each.link.blocks).map((grouping) => groupsIn(sides, grouping))
    const [best] = groupings.toSorted((a, b) => addingCount(b) - addingCount(a))
    if (best !== undefined && addingCount(best) >= groupCountMin) found.push({ evidence: each, found: best })
  }
  return found
    .toSorted((a, b) => addingCount(b.found) - addingCount(a.found))
    .flatMap(({ evidence: each, found: groups }) => groups.flatMap((group) => exactGroups(each, group)))
    .concat(found.flatMap(({ evidence: each, found: groups }) => groups.flatMap((group) => nearGroups(each, group))))
}

export const addingCount = (groups: readonly Found[]): number =>
  groups.reduce((sum, { relation }) => sum + relation.equalCount, 0)

/** The largest spread of the days in groups that count as one event, as a fraction of the spread of all records. */
const eventSpreadMax = 0.5

const cardinalities: readonly Cardinality[] = ['n:1', '1:n', 'n:m']

export function groupsIn(sides: LearningSides, grouping: Grouping): readonly Found[] {
  const several = grouping.blocks.filter((block) => !pairsOff(sides, block))
  return cardinalities.flatMap((cardinality) => {
    const blocks = several.filter((block) => cardinalityOf(block) === cardinality)
    const relation = blocks.length < groupCountMin ? undefined : commonSum(sides, blocks)
    if (relation === undefined) return []
    const isOneEvent = grouping.criteria.length > 0 || isTemporal(sides, { blocks }, eventSpreadMax)
    return [{ grouping, cardinality, blocks, relation, isOneEvent }]
  })
}

/** Whether, within the block, at least half of the smaller side's records have a partner of equal amount. */
function pairsOff({ source, target }: LearningSides, block: Block): boolean {
  const [own, other] = [source.measures[0], target.measures[0]]
  if (own === undefined || other === undefined) return false
  const amounts = new Map<number, number>()
  for (const row of block.target) {
    const amount = Math.abs(float64At(other.units, row))
    amounts.set(amount, (amounts.get(amount) ?? 0) + 1)
  }
  let pairs = 0
  for (const row of block.source) {
    const amount = Math.abs(float64At(own.units, row))
    const left = amounts.get(amount) ?? 0
    if (left === 0) continue
    amounts.set(amount, left - 1)
    pairs += 1
  }
  return pairs >= 0.5 * Math.min(block.source.length, block.target.length)
}

function cardinalityOf({ source, target }: Block): Cardinality | undefined {
  if (source.length === 1 && target.length === 1) return undefined
  if (target.length === 1) return 'n:1'
  return source.length === 1 ? '1:n' : 'n:m'
}

export interface Found {
  readonly grouping: Grouping
  readonly cardinality: Cardinality
  readonly blocks: readonly Block[]
  readonly relation: SumRelation
  /** Whether the records of a group lie close together in time. All payments of a customer over a year do not. */
  readonly isOneEvent: boolean
}

function exactGroups(evidence: LinkEvidence, found: Found): readonly Draft[] {
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
function pairsOfGroups(evidence: LinkEvidence, { grouping, cardinality }: Found): readonly Draft[] {
  const exact = cardinality === 'n:m' ? exactDraft(evidence) : undefined
  if (exact === undefined) return []
  const match = [...(exact.rule.match ?? []), ...grouping.criteria]
  return [{ ...exact, rule: { ...exact.rule, match }, band: undefined }]
}

/** A draft for groups whose sums differ by a small fraction. */
function nearGroups(evidence: LinkEvidence, found: Found): readonly Draft[] {
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

function groupDraft(evidence: LinkEvidence, { grouping, cardinality, blocks }: Found, texts: GroupTexts): Draft {
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
    sentence: `${cardinalityWords(cardinality)} with the same ${fieldWords(link.sourceField, link.targetField)}${grouping.words} (${link.words}): ${texts.words}`,
    figures: [`${blocks.length} values stand for such a group each`, texts.figure],
  }
}

export const cardinalityWords = (cardinality: Cardinality): string => capitalized(groupWords[cardinality])
