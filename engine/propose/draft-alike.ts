import type { RuleInput } from '../rules/language/language.ts'
import { similarityWords } from '../rules/words/step-words.ts'
import { bandWords, fieldWords } from '../rules/words/value-words.ts'
import { amountMembers, relationWords } from './amount-relation.ts'
import { accidentalFraction, equalAmountFraction, fractionOfStrangers, withinFraction } from './coincidences.ts'
import type { Traits } from './common-traits.ts'
import { collisionFraction, type Draft, type Identity } from './draft.ts'
import { ofAll, plainName } from './draft-names.ts'
import { skippedCriteria, skippedWords } from './draft-pairs.ts'
import { dateCriterion, type LagBand } from './lag-band.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import type { AmountBounds } from './near-amounts.ts'
import { exchangedPairs } from './strangers.ts'
import { likenessCriterion, type TextLikeness } from './text-likeness.ts'
import type { TrialRun } from './trial-run.ts'
import { collisionFractionMax, wrongFractionMax } from './weigh-draft.ts'

/** How records relate that belong together, as pairs of other rules or of rare amounts show. */
export interface Learned extends Traits {
  readonly likenesses: readonly TextLikeness[]
}

/** What two records of a draft agree in beside a similar text. */
export interface Ground {
  /** `open`: the amounts may differ by anything, and the difference stays open. */
  readonly bounds?: AmountBounds | 'open'
  readonly link?: LinkEvidence
  /** A link whose keys must be equal where both records have one. */
  readonly witness?: LinkEvidence
}

/**
 * The similarities to try, the strictest first, as parts of the fraction of strangers that may be as alike. It is such
 * that half of `wrongFractionMax` of the matches are wrong, whether strangers agree in the rest by chance or are among
 * the pairs that amounts and days relate.
 */
const strictness = [0.03, 1] as const
/**
 * Not every chance makes a wrong match, since most records have a partner that is more alike. So a less similar text is
 * tried, too, where enough strangers are known to tell how often it is wrong.
 */
const looser = [3, 10] as const
const knownCountMin = 100

/**
 * Makes drafts for records with similar texts whose amounts and days agree: how similar follows from how many records
 * agree in the rest by chance. The ground says what the amounts may differ by, or which keys are equal, too.
 */
export function alikeDrafter(
  sides: LearningSides,
  { run, learned }: { readonly run: TrialRun; readonly learned: Learned },
): (ground: Ground) => readonly Draft[] {
  const strangers = exchangedPairs(learned.pairs)
  const within = withinFraction(sides, strangers, learned.band)
  const equal = equalAmountFraction(learned.relation)
  const accidental = accidentalFraction(learned, { equal, within })
  return (ground) => {
    const { bounds } = ground
    const chance = (bounds === 'open' ? 1 : within) * groundChance(ground, { equal, strangers })
    // Amounts that no strangers have are rarer than these can tell.
    const isKnown = bounds === undefined || bounds === 'open' || strangers.some(bounds.holds)
    const open = Math.max(run.openCount('source'), run.openCount('target'), 1)
    const byChance = wrongAllowed / (chance * open)
    const parts = [...strictness, ...(run.pairs().length >= knownCountMin ? looser : [])]
    const fields = ground.link?.link
    return learned.likenesses
      .filter((each) => each.sourceField !== fields?.sourceField && each.targetField !== fields?.targetField)
      .flatMap((likeness) => {
        const leasts = parts.flatMap((part) => {
          const among = Math.min(1, part) * amongPairs(likeness, accidental)
          const allowed = Math.min(collisionFractionMax, part * byChance, among)
          return likeness.leastFor(allowed) ?? []
        })
        return [...new Set(leasts)].map((least) =>
          alikeDraft(learned, ground, { likeness, least, chance: isKnown ? chance : 0 }),
        )
      })
  }
}

const wrongAllowed = 0.5 * wrongFractionMax

/**
 * The fraction of strangers that may be so alike, since some of the pairs that amounts and days relate are strangers all
 * the same: no more than are as unlike as strangers, and about as many as amounts are equal by accident.
 */
const amongPairs = ({ pairCount, unlikeFraction }: TextLikeness, accidental: number): number =>
  wrongAllowed / Math.min(accidental, Math.max(1 / pairCount, unlikeFraction))

interface Agreeing {
  /** The fraction of pairs of strangers whose amounts are equal. */
  readonly equal: number
  readonly strangers: readonly Pair[]
}

/** The fraction of pairs of strangers that agree in amounts and keys. */
function groundChance({ bounds, link }: Ground, { equal, strangers }: Agreeing): number {
  const amounts = bounds === 'open' ? 1 : bounds === undefined ? equal : fractionOfStrangers(strangers, bounds.holds)
  if (link === undefined) return amounts
  // Most equal keys of single records are no accidents.
  return amounts * collisionFraction(link.link) * (link.isUnique ? 1 - link.rightFraction : 1)
}

interface Text {
  readonly likeness: TextLikeness
  readonly least: number
  /** The fraction of pairs of strangers that agree in all but the text. */
  readonly chance: number
}

function alikeDraft(learned: Learned, ground: Ground, text: Text): Draft {
  const { likeness, least, chance } = text
  const { bounds, link, witness } = ground
  const { sourceField, targetField, method } = likeness
  const similarity = similarityWords({ method, min: String(least / 10_000) })
  return {
    id: `${plainName(sourceField) || 'text'}-alike${bounds === undefined ? '' : bounds === 'open' ? '-part' : '-near'}`,
    rule: alikeRule(learned, ground, text),
    identity: identityOfText(likeness, link),
    band: bandOf(learned, ground),
    isByStrangers: true,
    strangerChance: chance * likeness.strangerFraction(least),
    sentence: `Similar ${fieldWords(sourceField, targetField)} (${similarity}), ${groundWords(learned, ground)}${skippedWords(witness)}`,
    figures: [
      `of pairs that amounts and days relate, ${percent(likeness.ownFraction(least))} are so similar; of exchanged ones ${percent(likeness.strangerFraction(least))}`,
      ...(bounds === undefined || bounds === 'open'
        ? []
        : [`${ofAll(bounds.withinCount, bounds.count)} pairs whose amounts differ do so`]),
    ],
  }
}

export const identityOfText = ({ name, sourceField, targetField }: TextLikeness, link?: LinkEvidence): Identity => ({
  names: [name, ...(link === undefined ? [] : [link.link.name])],
  sourceField,
  targetField,
  isUnique: false,
  collisionFraction: 0,
  rightFraction: 0,
  relatedCount: (run) => Math.min(run.openCount('source'), run.openCount('target')),
})

function alikeRule(learned: Learned, ground: Ground, text: Text): RuleInput {
  const { relation } = learned
  const { bounds, link, witness } = ground
  const band = bandOf(learned, ground)
  const amounts = amountMembers(relation, bounds === 'open' ? '100%' : bounds?.tolerance)
  return {
    match: [
      ...(link?.link.criteria ?? []),
      ...amounts.match,
      ...(band === undefined ? [] : [dateCriterion(band)]),
      likenessCriterion(text.likeness, text.least),
      ...skippedCriteria(witness),
    ],
    ...(amounts.sum && { sum: amounts.sum }),
    ...(bounds === 'open' ? { residual: 'open' } : bounds !== undefined && { variance: 'other' }),
    rank: ['text', 'amount', 'days'],
    ambiguous: 'defer',
  }
}

function groundWords(learned: Learned, ground: Ground): string {
  const { relation } = learned
  const { bounds, link } = ground
  const band = bandOf(learned, ground)
  return [
    ...(link === undefined ? [] : [`same ${fieldWords(link.link.sourceField, link.link.targetField)}`]),
    bounds === 'open' ? 'any amounts, whose difference stays open' : (bounds?.words ?? relationWords(relation)),
    ...(band === undefined ? [] : [bandWords(band)]),
  ].join(', ')
}

/** A payment in part may come at any time. */
const bandOf = ({ band }: Learned, { bounds }: Ground): LagBand | undefined => (bounds === 'open' ? undefined : band)

const percent = (fraction: number): string => `${Math.round(fraction * 10_000) / 100} %`
