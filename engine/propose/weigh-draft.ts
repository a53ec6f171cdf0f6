import type { Slices } from '../base/slices.ts'
import type { Match } from '../match/state/run-state.ts'
import type { Draft } from './draft.ts'
import type { Link } from './link.ts'
import { isWitness, type LinkEvidence } from './link-evidence.ts'
import { wholeRoot } from './quantile.ts'
import type { TrialRun } from './trial-run.ts'

export interface Weighed {
  readonly draft: Draft
  readonly claims: readonly Match[]
  readonly chanceCount: number
  readonly wrongFraction: number
  readonly figures: readonly string[]
}

/** A rule with a higher estimated fraction of wrong matches only suggests. */
export const wrongFractionMax = 0.001

/** If a larger fraction of random pairs has equal keys, the key is a kind of record, not an identity. */
const collisionFractionMax = 0.1

/** Tries a draft on the open records; undefined if it matches nothing. Runs the rule several times. */
export function* weighDraft(run: TrialRun, draft: Draft, known: readonly LinkEvidence[]): Slices<Weighed | undefined> {
  const claims = yield* run.try(draft.rule)
  if (claims === undefined || claims.length === 0) return undefined
  const isNetting = draft.rule.side !== undefined
  if (isNetting) return { draft, claims, chanceCount: 0, wrongFraction: 0, figures: [] }
  if (draft.identity === undefined) {
    const chanceCount = yield* movedMean(run, draft)
    const figures = [movedFigure(chanceCount)]
    return { draft, claims, chanceCount, wrongFraction: Math.min(1, chanceCount / claims.length), figures }
  }
  const related = Math.max(claims.length, draft.identity.relatedCount(run))
  const { collisionFraction } = draft.identity
  // With few keys, some records get their own key again when texts are exchanged. The expected number of these is
  // subtracted, plus one standard deviation.
  const ownAgain = collisionFraction * claims.length
  const exchangedCount = Math.max(0, (yield* run.tryOnExchangedTexts(draft.rule)) - ownAgain - wholeRoot(ownAgain))
  const movedCount = draft.band === undefined ? 0 : yield* movedMean(run, draft)
  const [own, exchanged, moved] = [claims.length / related, exchangedCount / related, movedCount / related]
  // Wrong matches by equal keys of unrelated records: the fraction of unrelated pairs, times how often unrelated
  // records agree in all that the rule reads. Where days are compared under rarer keys, `byDates` counts instead.
  const aboveChance = exchanged >= 1 ? 0 : (own - exchanged) / (1 - exchanged)
  const strangers = Math.max(0, 1 - Math.max(draft.identity.rightFraction, aboveChance))
  const byKeys =
    draft.band === undefined || collisionFraction > collisionFractionMax
      ? (strangers * Math.min(1, exchanged)) / own
      : 0
  // Wrong matches by dates: a record without a partner may match another record of its key from another time.
  const byDates = (moved * Math.max(0, related - claims.length)) / claims.length
  const contradicted = contradictedFraction(draft, claims, known)
  return {
    draft,
    claims,
    chanceCount: Math.max(exchangedCount, movedCount),
    wrongFraction: Math.min(1, Math.max(byKeys + byDates, contradicted)),
    figures: [
      `by chance it would match ${Math.round(exchangedCount)}: so many match where each text of the target stands with another record`,
      ...(draft.band === undefined ? [] : [movedFigure(movedCount)]),
      ...(contradicted > 0
        ? [`${Math.round(contradicted * 10_000) / 100} % of its matches differ in a field that it does not read`]
        : []),
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

const contradictedCountMin = 3

/**
 * The fraction of 1:1 matches that a witness link contradicts: both records have a key of the link, and the keys
 * differ. Links that the rule reads do not count. Reduced by what chance may explain.
 */
function contradictedFraction(draft: Draft, claims: readonly Match[], known: readonly LinkEvidence[]): number {
  const read = new Set(draft.identity?.names)
  const witnesses = known.filter((each) => !read.has(each.link.name) && isWitness(each) && mayContradict(each, draft))
  const fractions = witnesses.map(({ link }) => {
    const speaks = knowingBoth(link, draft)
    const seen = claims.flatMap(({ source, target }) => {
      const [s, t] = [source[0], target[0]]
      if (s === undefined || t === undefined || source.length + target.length > 2) return []
      const [own, other] = [link.sourceKeys[s], link.targetKeys[t]]
      return own === undefined || other === undefined ? [] : [speaks(own, other) && !isAlike(link, own, other)]
    })
    const count = seen.filter((differs) => differs).length
    return count < contradictedCountMin ? 0 : Math.max(0, count - 2 * wholeRoot(count)) / Math.max(1, seen.length)
  })
  return Math.max(0, ...fractions)
}

/**
 * A test whether the link can compare two keys. If it reads the same fields as the rule, both keys must occur on both
 * sides: its view may be unable to read a text, such as a number behind VOID.
 */
function knowingBoth({ sourceField, targetField, blocks }: Link, { identity }: Draft) {
  if (sourceField !== identity?.sourceField || targetField !== identity.targetField) return () => true
  const known = new Set(blocks.map(({ key }) => key))
  return (own: string, other: string): boolean => known.has(own) && known.has(other)
}

/**
 * Whether a witness link may contradict a draft. A link by names must not contradict a draft by invoice numbers, since
 * names have several spellings.
 */
function mayContradict({ isUnique, link }: LinkEvidence, { identity }: Draft): boolean {
  if (isUnique) return true
  if (identity === undefined || identity.isUnique) return false
  return link.sourceField !== identity.sourceField && link.targetField !== identity.targetField
}

/** Whether two keys are nearly equal: few characters differ, or one key is the other cut off. */
function isAlike({ criteria }: Link, left: string, right: string): boolean {
  if (left === right || criteria.some(({ op }) => op !== undefined)) return true
  const length = Math.max(left.length, right.length)
  let before = 0
  while (before < length && left[before] === right[before]) before += 1
  let after = 0
  while (after < length - before && left.at(-1 - after) === right.at(-1 - after)) after += 1
  return before + after >= 0.8 * length || before === Math.min(left.length, right.length)
}
