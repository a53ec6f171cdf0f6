import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import type { Work } from '../match/state/work.ts'
import { affixLinks } from './affix-links.ts'
import { beginningLinks } from './beginning-links.ts'
import { commonTraits } from './common-traits.ts'
import { alikeDrafter, type Ground, type Learned } from './draft-alike.ts'
import { amountDateDraft } from './draft-amount-date.ts'
import { dayGroupDrafts } from './draft-day-groups.ts'
import { groupDrafts } from './draft-groups.ts'
import { listedDrafts } from './draft-listed.ts'
import { nettingDrafts } from './draft-netting.ts'
import { deviatingDrafts, exactDraft } from './draft-pairs.ts'
import { boundSubsetDrafts, groupedSubsetDrafts, subsetDrafts } from './draft-subsets.ts'
import { textLikenesses } from './find-likenesses.ts'
import { learnedLinks, maskLinks, wholeLinks } from './find-links.ts'
import { joinedLinks } from './joined-links.ts'
import { haveOtherNames, rareFraction as rareFractionOf } from './key-rarity.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import type { Link } from './link.ts'
import { isWitness, type LinkEvidence, linkEvidence } from './link-evidence.ts'
import { nearAmounts } from './near-amounts.ts'
import { fitCurrency } from './shared-currencies.ts'
import { createTaker, type Learnt } from './take-drafts.ts'
import { openTrialRun, type TrialRun } from './trial-run.ts'
import { wordLinks } from './word-links.ts'

/** A link with a lower fraction of right pairs is taken for an accident. */
const rightFractionMin = 0.3
const linkCountMax = 40

/** The rules for these records, from certain to doubtful. The steps of trials are counted in `work`. */
export function* learnRules(sides: LearningSides, work: Work): Slices<readonly Learnt[]> {
  // No amounts, no rules: only amounts tell a good key from an accident.
  if (sides.source.measures.length === 0 || sides.target.measures.length === 0) return []
  const evidence = yield* findEvidence(sides)
  const good = evidence.filter((each) => isGood(sides, each)).slice(0, linkCountMax)
  const paths = [...new Set(evidence.flatMap(({ link }) => [link.sourceField, link.targetField]))]
  const run = yield* openTrialRun(
    { source: sides.source.table, target: sides.target.table },
    paths.filter((field) => field.startsWith('attributes.')),
    work,
  )
  const unique = good.filter(({ isUnique }) => isUnique)
  const repeated = good.filter(({ isUnique, isTemporal }) => !isUnique && !isTemporal)
  const witness = evidence.find((each) => each.isUnique && isWitness(each))
  const traits = commonTraits(sides, evidence)
  const likenesses = traits === undefined ? [] : yield* textLikenesses(sides, traits)
  const known = { links: evidence, likenesses, pairs: traits?.pairs ?? [] }
  const taken = createTaker({ run, known, fit: fitCurrency(sides) })
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
  const groups = yield* groupDrafts(sides, evidence)
  yield* taken.offer(groups)
  if ((yield* taken.offer(nettingDrafts(sides, run.isOpen))) > 0) yield* exact()
  const grouped = { run, evidence, groups }
  if (traits === undefined) {
    yield* taken.offer(groupedSubsetDrafts(sides, grouped))
    return yield* taken.list(dayGroupDrafts(sides))
  }
  const open = traits.pairs.filter(([s, t]) => run.isOpen('source', s) && run.isOpen('target', t))
  const isFewer = open.length < Math.min(fewPairCount, traits.pairs.length)
  const ofOpen = isFewer ? yield* textLikenesses(sides, { ...traits, pairs: open }) : []
  const learned = { ...traits, likenesses: [...likenesses, ...ofOpen] }
  yield* offerAlike(sides, { run, taken, learned, good, witness, work })
  yield* taken.offer(boundSubsetDrafts(sides, { run, learned, repeated }))
  yield* taken.offer(groupedSubsetDrafts(sides, grouped))
  const further = traits.band === undefined ? [] : [amountDateDraft(traits.relation, traits.band)]
  return yield* taken.list([...further, ...subsetDrafts(sides, { run, learned }), ...dayGroupDrafts(sides)])
}

/**
 * Where fewer pairs are open, texts are learned from these alone: pairs that earlier rules took, such as cheques by their
 * numbers, may have texts that nothing relates.
 */
const fewPairCount = 100

interface Alike {
  readonly run: TrialRun
  readonly taken: ReturnType<typeof createTaker>
  readonly learned: Learned
  readonly good: readonly LinkEvidence[]
  readonly witness: LinkEvidence | undefined
  readonly work: Work
}

/** Similar texts: alone, then with equal keys that are too few or too doubtful alone, then with unequal amounts. */
function* offerAlike(sides: LearningSides, { run, taken, learned, good, witness, work }: Alike): Slices<void> {
  const draftsOf = alikeDrafter(sides, { run, learned })
  const offer = (ground: Ground): Slices<number> => taken.offer(draftsOf(ground))
  if (witness !== undefined) yield* offer({ witness })
  // The fewer records are open, the fewer agree by chance: less similar texts are enough then.
  for (let round = 1; round <= alikeRoundCountMax && (yield* offer({})) > 0; ) round += 1
  for (const link of good.slice(0, groundLinkCountMax)) yield* offer({ link })
  const { relation, band, likenesses } = learned
  const least = likenesses.map((likeness) => likeness.leastFor(rareFraction) ?? Number.POSITIVE_INFINITY)
  const isRelated = (pair: Pair): boolean =>
    likenesses.some((likeness, index) => (likeness.similarityOf(pair) ?? 0) >= at(least, index))
  const near = { isRelated, stepsOfPair: stepsOfSimilarity * likenesses.length, work }
  const allBounds = yield* nearAmounts(sides, { relation, band, isOpen: run.isOpen, ...near })
  for (const bounds of allBounds) yield* offer({ bounds })
  for (const link of good.filter(({ isUnique }) => isUnique).slice(0, partLinkCountMax))
    yield* offer({ link, bounds: 'open' })
}

/** As many as the parts of two usual texts. */
const stepsOfSimilarity = 64
const alikeRoundCountMax = 3
const groundLinkCountMax = 6
const partLinkCountMax = 2
/** Texts that relate two records though their amounts differ are this rare among strangers. */
const rareFraction = 0.002

/** All links between the sides with their evidence, the best first. */
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
 * Whether a link is worth a trial. Where amounts are nearly all the same, only a trial can judge a key that many
 * records have.
 */
const isGood = (sides: LearningSides, evidence: LinkEvidence): boolean => {
  const { isUnique, pairs, rightFraction, foundFraction } = evidence
  if (isUnique && isFew(sides, evidence)) return false
  return rightFraction >= rightFractionMin || (!isUnique && foundFraction >= 0.5 && !haveOtherNames(sides, pairs))
}

const fewCountMax = 10
const fewFractionMax = 0.1
const rareFractionMin = 0.5

const isFew = ({ source, target }: LearningSides, { link, pairs }: LinkEvidence): boolean =>
  pairs.length < fewCountMax &&
  pairs.length < fewFractionMax * Math.min(source.rowCount, target.rowCount) &&
  rareFractionOf(link) < rareFractionMin

/**
 * By the fraction of right pairs, to which a unique key adds a half; then by lossy views last, fewer changes to the
 * texts, more pairs, and the name.
 */
function byWorth(a: LinkEvidence, b: LinkEvidence): number {
  const worth = ({ rightFraction, isUnique }: LinkEvidence): number =>
    (isUnique ? 10 : 0) + Math.round(20 * rightFraction)
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
