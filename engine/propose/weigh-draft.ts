import type { Slices } from '../base/slices.ts'
import type { Match } from '../match/state/run-state.ts'
import type { Draft } from './draft.ts'
import type { Link } from './link.ts'
import { isWitness, type LinkEvidence } from './link-evidence.ts'
import { wholeRoot } from './quantile.ts'
import type { TrialRun } from './trial-run.ts'

/** What a draft would do, and how much of it would be wrong. */
export interface Weighed {
  readonly draft: Draft
  readonly claims: readonly Match[]
  /** Matches by chance: the same rule where texts were exchanged, or dates moved. */
  readonly chanceCount: number
  /** Estimated wrong matches of all its matches, from 0 to 1. */
  readonly wrongShare: number
  readonly figures: readonly string[]
}

/** A share of wrong matches above which a rule only suggests. */
export const wrongShareMax = 0.001

/** Above this share of strangers with equal keys, a key is a kind of record rather than an identity. */
const collisionShareMax = 0.1

/** Tries a draft on the open records; undefined for a rule that takes nothing. Costs some runs of the rule. */
export function* weighDraft(run: TrialRun, draft: Draft, known: readonly LinkEvidence[]): Slices<Weighed | undefined> {
  const claims = yield* run.try(draft.rule)
  if (claims === undefined || claims.length === 0) return undefined
  const isNetting = draft.rule.side !== undefined
  if (isNetting) return { draft, claims, chanceCount: 0, wrongShare: 0, figures: [] }
  if (draft.identity === undefined) {
    const chanceCount = yield* movedMean(run, draft)
    const figures = [movedFigure(chanceCount)]
    return { draft, claims, chanceCount, wrongShare: Math.min(1, chanceCount / claims.length), figures }
  }
  const related = Math.max(claims.length, draft.identity.relatedCount(run))
  const { collisionShare } = draft.identity
  // Where keys are few, some records get their own key again: about as many as by chance, give or take a deviation.
  const ownAgain = collisionShare * claims.length
  const exchangedCount = Math.max(0, (yield* run.tryOnExchangedTexts(draft.rule)) - ownAgain - wholeRoot(ownAgain))
  const movedCount = draft.band === undefined ? 0 : yield* movedMean(run, draft)
  const [own, exchanged, moved] = [claims.length / related, exchangedCount / related, movedCount / related]
  // Keys that relate strangers: their share, and how often strangers agree in all that the rule reads. A key of many
  // records relates no strangers; its records at another time are.
  const aboveChance = exchanged >= 1 ? 0 : (own - exchanged) / (1 - exchanged)
  const strangers = Math.max(0, 1 - Math.max(draft.identity.rightShare, aboveChance))
  const byKeys =
    draft.band === undefined || collisionShare > collisionShareMax ? (strangers * Math.min(1, exchanged)) / own : 0
  // Records of one key at another time: those without a partner of their own can meet them.
  const byDates = (moved * Math.max(0, related - claims.length)) / claims.length
  const contradicted = contradictedShare(draft, claims, known)
  return {
    draft,
    claims,
    chanceCount: Math.max(exchangedCount, movedCount),
    wrongShare: Math.min(1, Math.max(byKeys + byDates, contradicted)),
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

/** What the rule matches where the target's dates lie outside the band, by whole weeks, on average. */
function* movedMean(run: TrialRun, { rule, band }: Draft): Slices<number> {
  if (band === undefined) return 0
  const width = band.to - band.from + 1
  const weeks = Math.ceil(width / 7)
  const [later, earlier] = [yield* run.tryOnMovedDates(rule, 7 * weeks), yield* run.tryOnMovedDates(rule, -7 * weeks)]
  return (later + earlier) / 2
}

const contradictedCountMin = 3

/**
 * Of the matches of one record with one, the share in which both records have a key of a good link that the rule does not
 * read, and the keys are of different records. Less what may be an accident of few matches.
 */
function contradictedShare(draft: Draft, claims: readonly Match[], known: readonly LinkEvidence[]): number {
  const read = new Set(draft.identity?.names)
  const witnesses = known.filter((each) => !read.has(each.link.name) && isWitness(each) && mayContradict(each, draft))
  const shares = witnesses.map(({ link }) => {
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
  return Math.max(0, ...shares)
}

/**
 * Whether a link says anything of two keys. Another way to read the fields that a rule reads does so where the other side
 * has both keys: what it cannot read, such as VOID before a number, it does not know.
 */
function knowingBoth({ sourceField, targetField, blocks }: Link, { identity }: Draft) {
  if (sourceField !== identity?.sourceField || targetField !== identity.targetField) return () => true
  const known = new Set(blocks.map(({ key }) => key))
  return (own: string, other: string): boolean => known.has(own) && known.has(other)
}

/**
 * Whether a witness may speak against a draft. A name, which is written in several ways, does not speak against the number
 * of an invoice, nor against another way to read the same names.
 */
function mayContradict({ isUnique, link }: LinkEvidence, { identity }: Draft): boolean {
  if (isUnique) return true
  if (identity === undefined || identity.isUnique) return false
  return link.sourceField !== identity.sourceField && link.targetField !== identity.targetField
}

/** Whether two keys are the same but for a slip or a cut. */
function isAlike({ criteria }: Link, left: string, right: string): boolean {
  if (left === right || criteria.some(({ op }) => op !== undefined)) return true
  const length = Math.max(left.length, right.length)
  let before = 0
  while (before < length && left[before] === right[before]) before += 1
  let after = 0
  while (after < length - before && left.at(-1 - after) === right.at(-1 - after)) after += 1
  return before + after >= 0.8 * length || before === Math.min(left.length, right.length)
}
