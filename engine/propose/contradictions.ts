import type { Match } from '../match/state/run-state.ts'
import type { Draft } from './draft.ts'
import type { Pair } from './learning-side.ts'
import type { Link } from './link.ts'
import { isWitness, type LinkEvidence } from './link-evidence.ts'
import { wholeRoot } from './quantile.ts'
import type { TextLikeness } from './text-likeness.ts'

/** How many matches of a draft differ in fields that the draft does not read. */

/** What the sides say by fields that a draft may not read. */
export interface Known {
  readonly links: readonly LinkEvidence[]
  readonly likenesses: readonly TextLikeness[]
  /** The pairs from which the traits of both sides are learnt. */
  readonly pairs: readonly Pair[]
}

/** The fraction of matches that belong to strangers. */
interface Contradicted {
  /** Reduced by what chance may explain. */
  readonly certain: number
  readonly likely: number
}

/** O(matches × links and similar texts). */
export function contradictedFraction(draft: Draft, { claims, matched }: Judged, known: Known): Contradicted {
  const others = known.likenesses.filter((each) => isUnread(each, draft))
  const byLinks = contradictedByLinks(draft, claims, { ...known, likenesses: others })
  const [first] = others
    .map((each) => contradictedByText(each, { claims, matched }))
    .filter((each) => each !== undefined)
  return {
    certain: Math.max(byLinks.certain, first?.certain ?? 0),
    likely: Math.max(byLinks.likely, first?.likely ?? 0),
  }
}

const isUnread = ({ sourceField, targetField }: TextLikeness, { rule: { match = [] } }: Draft): boolean =>
  match.every(
    ({ field, sourceField: own = field, targetField: other = field }) => own !== sourceField && other !== targetField,
  )

const pairsOf = (claims: readonly Match[]) =>
  claims.flatMap(({ source, target }) => {
    const [s, t] = [source[0], target[0]]
    return s === undefined || t === undefined || source.length + target.length > 2 ? [] : [[s, t] as const]
  })

const strangerFractions = [0.25, 0.1, 0.05, 0.02] as const
/** A text must set apart this fraction of strangers from pairs that belong together. */
const apartMin = 0.3

interface Judged {
  readonly claims: readonly Match[]
  readonly matched: readonly Pair[]
}

/**
 * Less similar pairs are a mixture of strangers and of pairs that belong together, whose fractions are known. Matched
 * pairs count, too: rules that want a similar text leave the less similar pairs to later rules. Undefined where texts
 * do not tell them apart, or too few matches have it.
 */
function contradictedByText(likeness: TextLikeness, { claims, matched }: Judged): Contradicted | undefined {
  const similarities = (pairs: readonly Pair[]) => pairs.flatMap((pair) => likeness.similarityOf(pair) ?? [])
  const [own, earlier] = [similarities(pairsOf(claims)), similarities(matched)]
  const [best] = strangerFractions
    .flatMap((fraction) => likeness.leastFor(fraction) ?? [])
    .map((least) => ({
      least,
      ofStrangers: 1 - likeness.strangerFraction(least),
      ofOwn: 1 - likeness.ownFraction(least),
    }))
    .toSorted((a, b) => b.ofStrangers - b.ofOwn - (a.ofStrangers - a.ofOwn))
  if (best === undefined || own.length < contradictedCountMin) return undefined
  const { least, ofStrangers, ofOwn } = best
  if (ofStrangers - ofOwn < apartMin) return undefined
  const count = own.length + earlier.length
  const below = [...own, ...earlier].filter((each) => each < least).length
  // Of so many pairs that were learnt from, one more may be below.
  const most = Math.max(ofOwn, 1 / likeness.pairCount)
  const variance = most * (1 - most) * count * (1 + count / likeness.pairCount)
  const fractionOf = (excess: number): number => Math.min(1, Math.max(0, excess) / (ofStrangers - ofOwn) / own.length)
  const excess = below - ofOwn * count
  return { certain: fractionOf(excess - 2 * wholeRoot(Math.ceil(variance))), likely: fractionOf(excess) }
}

const contradictedCountMin = 3
/** Two digits that have changed places are a slip, and so is one that is wrong, too many or too few. */
const slipLengthMax = 2
/** A pair is supported by a text that is rarer among strangers than this. */
const supportFractionMax = 0.01

/**
 * The fraction of 1:1 matches that a witness link contradicts: both records have a key of the link, and the keys
 * differ. Links that the rule reads do not count, and neither does a match whose keys of another link for single
 * records are equal, or whose texts are rarely so similar by chance.
 */
function contradictedByLinks(draft: Draft, claims: readonly Match[], { links, likenesses }: Known): Contradicted {
  const read = new Set(draft.identity?.names)
  const others = links.filter((each) => !read.has(each.link.name))
  const supporting = others.filter((each) => isSupport(each) && hasOtherFields(each, draft))
  // A customer's name says nothing of which of his invoices is meant, unless the rule reads an invoice number.
  const telling = likenesses.filter(({ isUnique }) => isUnique || draft.identity?.isUnique === true)
  const similar = telling.flatMap((likeness) => {
    const least = likeness.leastFor(supportFractionMax)
    return least === undefined ? [] : [{ likeness, least }]
  })
  const isSupported = (link: Link, pair: Pair): boolean =>
    supporting.some((each) => each.link.sourceField !== link.sourceField && hasEqualKeys(each, pair)) ||
    similar.some(({ likeness, least }) => (likeness.similarityOf(pair) ?? 0) >= least)
  const fractions = others
    .filter((each) => isWitness(each) && mayContradict(each, draft))
    .map(({ link }) => {
      const speaks = knowingBoth(link, draft)
      const keysOf = ([s, t]: Pair) => [link.sourceKeys[s], link.targetKeys[t]] as const
      const keyed = pairsOf(claims).filter((pair) => keysOf(pair).every((key) => key !== undefined))
      const differ = (pair: Pair): boolean => {
        const [own, other] = keysOf(pair)
        return own !== undefined && other !== undefined && speaks(own, other) && !isAlike(link, own, other)
      }
      const found = keyed.filter((pair) => differ(pair) && !isSupported(link, pair))
      if (found.length < contradictedCountMin) return { certain: 0, likely: 0 }
      const of = (wrong: number): number => Math.min(1, Math.max(0, wrong) / keyed.length)
      return {
        certain: of(found.length - 2 * wholeRoot(found.length)),
        likely: of(found.length - slipCount(found.map(keysOf))),
      }
    })
  return {
    certain: Math.max(0, ...fractions.map(({ certain }) => certain)),
    likely: Math.max(0, ...fractions.map(({ likely }) => likely)),
  }
}

const isSupport = ({ isUnique, rightFraction }: LinkEvidence): boolean => isUnique && rightFraction >= supportRightMin
const supportRightMin = 0.85

const hasOtherFields = ({ link }: LinkEvidence, { identity }: Draft): boolean =>
  link.sourceField !== identity?.sourceField && link.targetField !== identity?.targetField

const hasEqualKeys = ({ link }: LinkEvidence, [s, t]: Pair): boolean =>
  link.sourceKeys[s] !== undefined && link.sourceKeys[s] === link.targetKeys[t]

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
function mayContradict(evidence: LinkEvidence, draft: Draft): boolean {
  if (evidence.isUnique || draft.identity === undefined) return true
  return !draft.identity.isUnique && hasOtherFields(evidence, draft)
}

type KeysOfPair = readonly [string | undefined, string | undefined]

/**
 * How many of these keys are one key mistyped. Numbers that were given one after the other differ at their ends, too:
 * of keys that do, as many are slips as differ by as little elsewhere.
 */
function slipCount(keys: readonly KeysOfPair[]): number {
  const near = keys
    .map(([own = '', other = '']) => differing(own, other))
    .filter(({ length }) => length <= slipLengthMax)
  const atEnd = near.filter(({ isAtEnd }) => isAtEnd).length
  return near.length - atEnd + Math.min(atEnd, near.length - atEnd)
}

/** Whether two keys are nearly equal: few characters differ, or one key is the other cut off. */
function isAlike({ criteria }: Link, left: string, right: string): boolean {
  if (left === right || criteria.some(({ op }) => op !== undefined)) return true
  const length = Math.max(left.length, right.length)
  return 5 * differing(left, right).length <= length || beginningOf(left, right) === Math.min(left.length, right.length)
}

/** The characters of the longer text between the beginning and the end that both have in common. */
function differing(left: string, right: string) {
  const length = Math.max(left.length, right.length)
  const before = beginningOf(left, right)
  let after = 0
  while (after < length - before && left.at(-1 - after) === right.at(-1 - after)) after += 1
  return { length: length - before - after, isAtEnd: after === 0 }
}

function beginningOf(left: string, right: string): number {
  let before = 0
  while (before < left.length && left[before] === right[before]) before += 1
  return before
}
