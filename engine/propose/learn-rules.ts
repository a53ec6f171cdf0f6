import type { Slices } from '../base/slices.ts'
import type { Work } from '../match/state/work.ts'
import { affixLinks } from './affix-links.ts'
import { amountTraits } from './amount-traits.ts'
import { beginningLinks } from './beginning-links.ts'
import { dayGroupDrafts } from './draft-day-groups.ts'
import { groupDrafts } from './draft-groups.ts'
import { listedDrafts } from './draft-listed.ts'
import { nettingDrafts } from './draft-netting.ts'
import { deviatingDrafts, exactDraft } from './draft-pairs.ts'
import { amountDateDraft, type Learned, similarDrafts } from './draft-texts.ts'
import { learnedLinks, maskLinks, wholeLinks } from './find-links.ts'
import { joinedLinks } from './joined-links.ts'
import { haveOtherNames, rareShare } from './key-rarity.ts'
import type { LearningSides } from './learning-side.ts'
import type { Link } from './link.ts'
import { isWitness, type LinkEvidence, linkEvidence } from './link-evidence.ts'
import { createTaker, type Learnt } from './take-drafts.ts'
import { openTrialRun } from './trial-run.ts'
import { wordLinks } from './word-links.ts'

/** Shares below which a link is taken for an accident. */
const rightShareMin = 0.3
const linkCountMax = 40

/**
 * The rules for some records, from certain to doubtful. Depends on nothing but the records. Trials are counted as `work`;
 * each step before them ends a slice.
 */
export function* learnRules(sides: LearningSides, work: Work): Slices<readonly Learnt[]> {
  // Money is always compared: without it, nothing tells a good key from an accident.
  if (sides.source.measures.length === 0 || sides.target.measures.length === 0) return []
  const evidence = yield* findEvidence(sides)
  const good = evidence.filter((each) => isGood(sides, each)).slice(0, linkCountMax)
  const paths = [...new Set(evidence.flatMap(({ link }) => [link.sourceField, link.targetField]))]
  const run = yield* openTrialRun(
    { source: sides.source.table, target: sides.target.table },
    paths.filter((field) => field.startsWith('attributes.')),
    work,
  )
  const taken = createTaker(run, evidence)
  const unique = good.filter(({ isUnique }) => isUnique)
  const repeated = good.filter(({ isUnique, isTemporal }) => !isUnique && !isTemporal)
  const witness = evidence.find((each) => each.isUnique && isWitness(each))
  const exact = function* (): Slices<void> {
    yield* taken.offer(unique.flatMap((each) => exactDraft(each) ?? []))
    yield* taken.offer(unique.flatMap((each) => deviatingDrafts(sides, each)))
    yield* taken.offer(unique.flatMap((each) => exactDraft(each, { isDated: true }) ?? []))
    yield* taken.offer(repeated.flatMap((each) => exactDraft(each, { witness }) ?? []))
    yield* taken.offer(repeated.flatMap((each) => exactDraft({ ...each, band: each.core }, { witness }) ?? []))
    if (witness !== undefined) yield* taken.offer(repeated.flatMap((each) => exactDraft(each) ?? []))
  }
  yield* exact()
  yield* taken.offer(yield* listedDrafts(sides))
  yield* taken.offer(yield* groupDrafts(sides, evidence))
  if ((yield* taken.offer(nettingDrafts(sides, run.isOpen))) > 0) yield* exact()
  const learned = commonTraits(evidence, witness) ?? traitsOfAmounts(sides, witness)
  if (learned !== undefined) {
    yield* taken.offer(similarDrafts(sides, textFields(good), learned))
    yield* taken.suggest([amountDateDraft(learned)])
  }
  yield* taken.suggest(dayGroupDrafts(sides))
  return taken.list()
}

/** All links between the sides and what they relate, the best first. */
function* findEvidence(sides: LearningSides): Slices<readonly LinkEvidence[]> {
  const links = [...(yield* wholeLinks(sides))]
  for (const find of [learnedLinks, maskLinks, wordLinks, affixLinks, beginningLinks])
    links.push(...(yield* find(sides, links)))
  yield
  const single = (yield* judge(sides, links)).toSorted(byWorth)
  const joined = yield* judge(sides, joinedLinks(single))
  return [...single, ...joined].toSorted(byWorth)
}

function* judge(sides: LearningSides, links: readonly Link[]): Slices<readonly LinkEvidence[]> {
  const evidence: LinkEvidence[] = []
  for (const link of links) {
    evidence.push(linkEvidence(sides, link))
    yield
  }
  return evidence
}

/**
 * Whether a link is worth a trial. Where all amounts are alike, amounts do not tell a good key of many records from another:
 * the trial has to.
 */
const isGood = (sides: LearningSides, evidence: LinkEvidence): boolean => {
  const { isUnique, pairs, rightShare, foundShare } = evidence
  if (isUnique && isFew(sides, evidence)) return false
  return rightShare >= rightShareMin || (!isUnique && foundShare >= 0.5 && !haveOtherNames(sides, pairs))
}

const fewCountMax = 10
const fewShareMax = 0.1
const rareShareMin = 0.5

/** Whether so few keys are in common that they may be so by accident. */
const isFew = ({ source, target }: LearningSides, { link, pairs }: LinkEvidence): boolean =>
  pairs.length < fewCountMax &&
  pairs.length < fewShareMax * Math.min(source.rowCount, target.rowCount) &&
  rareShare(link) < rareShareMin

/** Links that stand for one record first, then those that are right more often, then the more literal and whole, then by name. */
function byWorth(a: LinkEvidence, b: LinkEvidence): number {
  const worth = ({ rightShare, isUnique }: LinkEvidence): number => (isUnique ? 10 : 0) + Math.round(20 * rightShare)
  const steps = ({ link }: LinkEvidence): number =>
    link.criteria.reduce((sum, { normalize = [] }) => sum + normalize.length, 0)
  return (
    worth(b) - worth(a) ||
    Number(a.link.isLossy === true) - Number(b.link.isLossy === true) ||
    steps(a) - steps(b) ||
    b.pairs.length - a.pairs.length ||
    (a.link.name < b.link.name ? -1 : 1)
  )
}

/** How the pairs of the best link compare. */
function commonTraits(evidence: readonly LinkEvidence[], witness: LinkEvidence | undefined): Learned | undefined {
  for (const { relation, band } of evidence)
    if (relation !== undefined && band !== undefined && relation.equalCount >= 3) return { relation, band, witness }
  return undefined
}

/** The same of the records whose amounts alone relate them. */
function traitsOfAmounts(sides: LearningSides, witness: LinkEvidence | undefined): Learned | undefined {
  const traits = amountTraits(sides)
  return traits && { ...traits, witness }
}

const textFields = (good: readonly LinkEvidence[]): readonly (readonly [string, string])[] => {
  const names = new Map(
    good.map(({ link }) => [`${link.sourceField}|${link.targetField}`, [link.sourceField, link.targetField] as const]),
  )
  return [...names.values()]
}
