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
  /** The estimated fraction of wrong matches, from 0 to 1. */
  readonly wrongFraction: number
  readonly figures: readonly string[]
}

/** Above this fraction of wrong matches a rule only suggests. */
export const wrongFractionMax = 0.001

/** Above this fraction of random pairs with equal keys, a key tells the kind of a record, not its identity. */
const collisionFractionMax = 0.1

/** Tries a draft on the open records; undefined for a rule that takes nothing. Runs the rule several times. */
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
  // With few keys, exchanging texts gives some records their own key again. Their expected count is subtracted, with
  // one standard deviation.
  const ownAgain = collisionFraction * claims.length
  const exchangedCount = Math.max(0, (yield* run.tryOnExchangedTexts(draft.rule)) - ownAgain - wholeRoot(ownAgain))
  const movedCount = draft.band === undefined ? 0 : yield* movedMean(run, draft)
  const [own, exchanged, moved] = [claims.length / related, exchangedCount / related, movedCount / related]
  // Wrong by keys: the fraction of related strangers, times how often strangers agree in all that the rule reads. Keys
  // of many records relate records of another time instead, which `byDates` covers.
  const aboveChance = exchanged >= 1 ? 0 : (own - exchanged) / (1 - exchanged)
  const strangers = Math.max(0, 1 - Math.max(draft.identity.rightFraction, aboveChance))
  const byKeys =
    draft.band === undefined || collisionFraction > collisionFractionMax
      ? (strangers * Math.min(1, exchanged)) / own
      : 0
  // Wrong by dates: records of one key at another time, which those without a partner can meet.
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

/** The average count of matches with the target's dates moved out of the band by whole weeks. */
function* movedMean(run: TrialRun, { rule, band }: Draft): Slices<number> {
  if (band === undefined) return 0
  const width = band.to - band.from + 1
  const weeks = Math.ceil(width / 7)
  const [later, earlier] = [yield* run.tryOnMovedDates(rule, 7 * weeks), yield* run.tryOnMovedDates(rule, -7 * weeks)]
  return (later + earlier) / 2
}

const contradictedCountMin = 3

/**
 * Of the 1:1 matches in which both records have a key of a witness that the rule does not read, the fraction with
 * different keys. Reduced by what may be an accident of few matches.
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
 * Whether a link can compare two keys. A different view of the fields that the rule reads can only do so where both
 * sides have both keys: it may be unable to read a text, such as VOID before a number.
 */
function knowingBoth({ sourceField, targetField, blocks }: Link, { identity }: Draft) {
  if (sourceField !== identity?.sourceField || targetField !== identity.targetField) return () => true
  const known = new Set(blocks.map(({ key }) => key))
  return (own: string, other: string): boolean => known.has(own) && known.has(other)
}

/** Whether a witness may contradict a draft. A name, which has several spellings, contradicts no invoice number. */
function mayContradict({ isUnique, link }: LinkEvidence, { identity }: Draft): boolean {
  if (isUnique) return true
  if (identity === undefined || identity.isUnique) return false
  return link.sourceField !== identity.sourceField && link.targetField !== identity.targetField
}

/** Whether two keys differ only by a slip or a cut. */
function isAlike({ criteria }: Link, left: string, right: string): boolean {
  if (left === right || criteria.some(({ op }) => op !== undefined)) return true
  const length = Math.max(left.length, right.length)
  let before = 0
  while (before < length && left[before] === right[before]) before += 1
  let after = 0
  while (after < length - before && left.at(-1 - after) === right.at(-1 - after)) after += 1
  return before + after >= 0.8 * length || before === Math.min(left.length, right.length)
}
