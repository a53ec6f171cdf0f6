import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import type { Match } from '../match/state/run-state.ts'
import { contradictedFraction, type Known } from './contradictions.ts'
import type { Draft } from './draft.ts'
import { mergedFraction } from './merged-groups.ts'
import { wholeRoot } from './quantile.ts'
import type { TrialRun } from './trial-run.ts'

export interface Weighed {
  readonly draft: Draft
  readonly claims: readonly Match[]
  readonly chanceCount: number
  /** Reduced by what chance may explain: whether a rule may match. */
  readonly wrongFraction: number
  readonly likelyWrongFraction: number
  readonly figures: readonly string[]
}

/** A rule with fewer matches is dropped. */
export const claimCountMin = 3

/** A rule with a higher estimated fraction of wrong matches only suggests. */
export const wrongFractionMax = 0.001

/** From this fraction of right pairs or groups on, a key needs less proof. */
export const sureFractionMin = 0.85

/** If a larger fraction of random pairs has equal keys, the key is a kind of record, not an identity. */
export const collisionFractionMax = 0.1

/** Tries a draft on the open records; undefined if it matches too little. Runs the rule several times. */
export function* weighDraft(run: TrialRun, draft: Draft, known: Known): Slices<Weighed | undefined> {
  const claims = yield* run.try(draft.rule)
  if (claims === undefined || claims.length < claimCountMin) return undefined
  if (draft.rule.side !== undefined)
    return { draft, claims, chanceCount: 0, wrongFraction: 0, likelyWrongFraction: 0, figures: [] }
  const chance = yield* chanceOf(run, draft, { claimCount: claims.length, known })
  const contradicted = contradictedFraction(draft, { claims, matched: run.pairs() }, known)
  const merged = mergedFraction(draft, claims)
  return {
    draft,
    claims,
    chanceCount: chance.count,
    wrongFraction: Math.min(
      1,
      Math.max(chance.wrongFraction, contradicted.certain, merged.certain, singleFraction(draft, claims)),
    ),
    likelyWrongFraction: Math.min(1, Math.max(chance.wrongFraction, contradicted.likely, merged.likely)),
    figures: [
      ...chance.figures,
      ...shareFigure(contradicted.likely, 'differ in a field that it does not read'),
      ...shareFigure(merged.likely, 'are made of smaller groups that add up as well'),
    ],
  }
}

const shareFigure = (fraction: number, words: string): readonly string[] =>
  fraction > 0 ? [`${Math.round(fraction * 10_000) / 100} % of its matches ${words}`] : []

/** A set of one record is what the rules for pairs did not want, unless the key is known to bind groups. */
function singleFraction({ rule: { select }, identity }: Draft, claims: readonly Match[]): number {
  if (select !== 'subset' || (identity?.rightFraction ?? 0) >= sureFractionMin) return 0
  return claims.filter(({ source, target }) => source.length + target.length === 2).length / claims.length
}

interface Chance {
  readonly count: number
  readonly wrongFraction: number
  readonly figures: readonly string[]
}

interface Tried {
  readonly claimCount: number
  readonly known: Known
}

function chanceOf(run: TrialRun, draft: Draft, tried: Tried): Slices<Chance> {
  if (draft.identity === undefined) return chanceByDates(run, draft, tried)
  return draft.isByStrangers ? chanceByStrangers(run, draft, tried) : chanceByTexts(run, draft, tried)
}

/** The records without a partner match a stranger as often as all do when dates are moved. */
function* chanceByDates(run: TrialRun, draft: Draft, { claimCount }: Tried): Slices<Chance> {
  const count = yield* movedMean(run, draft)
  const [own, other] = [run.openCount('source'), run.openCount('target')]
  const { cardinality = '1:1' } = draft.rule
  const anchorCount = cardinality === '1:n' ? own : cardinality === 'n:1' ? other : Math.min(own, other)
  const strangers = Math.min(1, Math.max(0, anchorCount - claimCount) / Math.max(1, anchorCount - count))
  return { count, wrongFraction: Math.min(1, (count * strangers) / claimCount), figures: [movedFigure(count)] }
}

/**
 * Records that have found their partners elsewhere show how often two strangers match. A wrong match is one of two
 * records that do not find theirs.
 */
function* chanceByStrangers(run: TrialRun, draft: Draft, { claimCount, known }: Tried): Slices<Chance> {
  const matched = run.pairs()
  const trial = yield* run.tryOnStrangers(draft.rule, matched.length > known.pairs.length ? matched : known.pairs)
  const moved = draft.band === undefined ? undefined : yield* movedMean(run, draft)
  const [own, other] = [run.openCount('source'), run.openCount('target')]
  const pairCount = trial === undefined ? 0 : trial.sourceCount * trial.targetCount
  // No match of so many pairs of strangers may still mean one of twice as many.
  const fraction = trial === undefined ? 1 : Math.max(trial.matchCount, moved === undefined ? 0.5 : 0) / pairCount
  const byPairs = Math.max(draft.strangerChance ?? 0, trial === undefined && moved !== undefined ? 0 : fraction)
  const alone = [own, other].map((count) => Math.max(1, count - claimCount))
  const byStrangers = byPairs * at(alone, 0) * at(alone, 1)
  const related = Math.max(claimCount, Math.min(own, other))
  const byDates = ((moved ?? 0) / related) * Math.max(0, related - claimCount)
  return {
    count: Math.max(Math.min(claimCount, byPairs * own * other), moved ?? 0),
    wrongFraction: Math.max(byStrangers, byDates) / claimCount,
    figures: [
      ...(trial === undefined
        ? []
        : [
            `of ${trial.sourceCount} and ${trial.targetCount} records that belong elsewhere it matches ${trial.matchCount}`,
          ]),
      ...(moved === undefined ? [] : [movedFigure(moved)]),
    ],
  }
}

function* chanceByTexts(run: TrialRun, draft: Draft, { claimCount }: Tried): Slices<Chance> {
  if (draft.identity === undefined) throw new TypeError('No identity')
  const related = Math.max(claimCount, draft.identity.relatedCount(run))
  const { collisionFraction, isByRarity, rightFraction } = draft.identity
  // With few keys, some records get their own key again when texts are exchanged. The expected number of these is
  // subtracted, plus one standard deviation.
  const ownAgain = collisionFraction * claimCount
  const exchangedCount = isByRarity
    ? claimCount
    : Math.max(0, (yield* run.tryOnExchangedTexts(draft.rule)) - ownAgain - wholeRoot(ownAgain))
  const movedCount = draft.band === undefined ? 0 : yield* movedMean(run, draft)
  const [own, exchanged, moved] = [claimCount / related, exchangedCount / related, movedCount / related]
  // Wrong matches by equal keys of unrelated records: the fraction of unrelated pairs, times how often unrelated
  // records agree in all that the rule reads. Where days are compared under rarer keys, `byDates` counts instead.
  const aboveChance = exchanged >= 1 ? 0 : (own - exchanged) / (1 - exchanged)
  const strangers = Math.max(0, 1 - Math.max(rightFraction, aboveChance))
  const byKeys =
    draft.band === undefined || collisionFraction > collisionFractionMax
      ? (strangers * Math.min(1, exchanged)) / own
      : 0
  // Wrong matches by dates: a record without a partner may match another record of its key from another time.
  const byDates = (moved * Math.max(0, related - claimCount)) / claimCount
  const count = isByRarity ? strangers * claimCount : exchangedCount
  return {
    count: Math.max(count, movedCount),
    wrongFraction: byKeys + byDates,
    figures: [
      isByRarity
        ? `of so rare values ${Math.round(10 * count) / 10} would be equal by chance`
        : `by chance it would match ${Math.round(count)}: so many match where each text of the target stands with another record`,
      ...(draft.band === undefined ? [] : [movedFigure(movedCount)]),
    ],
  }
}

const movedFigure = (count: number): string =>
  `with the target’s dates moved by weeks it matches ${Math.round(count * 10) / 10} on average`

/**
 * The mean number of matches when the target's dates are moved by whole weeks, later and earlier, so that no right pair
 * fits.
 */
function* movedMean(run: TrialRun, { rule, band }: Draft): Slices<number> {
  if (band === undefined) return 0
  const width = band.to - band.from + 1
  const weeks = Math.ceil(width / 7)
  const [later, earlier] = [yield* run.tryOnMovedDates(rule, 7 * weeks), yield* run.tryOnMovedDates(rule, -7 * weeks)]
  return (later + earlier) / 2
}
