import { float64At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import type { Match } from '../match/state/run-state.ts'
import { type Grouping, groupingsOf } from './group-keys.ts'
import { commonSum, type SumRelation } from './group-sums.ts'
import { finerLinks } from './joined-links.ts'
import type { LearningSides } from './learning-side.ts'
import type { Block, Link } from './link.ts'
import { type LinkEvidence, linkEvidence } from './link-evidence.ts'
import { mergedGroupTest } from './merged-groups.ts'
import { isTemporal } from './temporal-keys.ts'

export type Cardinality = '1:n' | 'n:1' | 'n:m'

/** The groups of one cardinality under a key. */
export interface Groups {
  readonly grouping: Grouping
  readonly cardinality: Cardinality
  readonly blocks: readonly Block[]
  readonly relation: SumRelation
  /** Whether the records of a group lie close together in time. All payments of a customer over a year do not. */
  readonly isOneEvent: boolean
  readonly isMerged: (claim: Match) => boolean
}

interface KeyedGroups {
  readonly evidence: LinkEvidence
  readonly groups: readonly Groups[]
}

/** Groups become a draft only from this many groups that add up, and from this fraction of all groups. */
export const groupCountMin = 3
export const groupFractionMin = 0.3

/**
 * Groups by the keys of a link, or of two, with or without a day. Each link takes the grouping with the most groups
 * that add up; links with most such groups come first. Yields after each link.
 */
export function* keyedGroups(sides: LearningSides, evidence: readonly LinkEvidence[]): Slices<readonly KeyedGroups[]> {
  const coarse: KeyedGroups[] = []
  for (const each of evidence) {
    yield
    const groups = bestGroups(sides, each.link)
    if (addingCount(groups) >= groupCountMin) coarse.push({ evidence: each, groups })
  }
  const finer = yield* finerGroups(sides, evidence, coarse)
  return [...finer, ...coarse].toSorted(byCount)
}

const byCount = (a: KeyedGroups, b: KeyedGroups): number => addingCount(b.groups) - addingCount(a.groups)

function bestGroups(sides: LearningSides, { blocks }: Link): readonly Groups[] {
  const groupings = groupingsOf(sides, blocks).map((grouping) => groupsIn(sides, grouping))
  const [best] = groupings.toSorted((a, b) => addingCount(b) - addingCount(a))
  return best ?? []
}

const finerCountMax = 3

/** Groups of two keys together, where more of them add up than of any key alone. */
function* finerGroups(
  sides: LearningSides,
  evidence: readonly LinkEvidence[],
  coarse: readonly KeyedGroups[],
): Slices<readonly KeyedGroups[]> {
  const most = Math.max(groupCountMin - 1, ...coarse.map(({ groups }) => addingCount(groups)))
  const finer: { readonly link: Link; readonly groups: readonly Groups[] }[] = []
  for (const link of finerLinks(evidence)) {
    yield
    const groups = bestGroups(sides, link)
    if (addingCount(groups) > most) finer.push({ link, groups })
  }
  return finer
    .toSorted((a, b) => addingCount(b.groups) - addingCount(a.groups))
    .slice(0, finerCountMax)
    .map(({ link, groups }) => ({ evidence: linkEvidence(sides, link), groups }))
}

export const addingCount = (groups: readonly Groups[]): number =>
  groups.reduce((sum, { relation }) => sum + relation.equalCount, 0)

/** The largest spread of the days in groups that count as one event, as a fraction of the spread of all records. */
const eventSpreadMax = 0.5

const cardinalities: readonly Cardinality[] = ['n:1', '1:n', 'n:m']

export function groupsIn(sides: LearningSides, grouping: Grouping): readonly Groups[] {
  const several = grouping.blocks.filter((block) => !pairsOff(sides, block))
  return cardinalities.flatMap((cardinality) => {
    const blocks = several.filter((block) => cardinalityOf(block) === cardinality)
    const relation = blocks.length < groupCountMin ? undefined : commonSum(sides, blocks)
    if (relation === undefined) return []
    const isOneEvent = grouping.criteria.length > 0 || isTemporal(sides, { blocks }, eventSpreadMax)
    return [{ grouping, cardinality, blocks, relation, isOneEvent, isMerged: mergedGroupTest(sides, relation) }]
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
