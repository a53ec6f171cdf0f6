import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import { boundTexts, exactText } from './exact-text.ts'

/**
 * Criteria under which one text is the beginning or the end of the other, such as a reference that a bank has cut off.
 */

const minDefault = 8
const minLeast = 4

const min: CriterionMember = {
  name: 'min',
  refusal: (type) => `Only text begins or ends text, this is a ${type}`,
  read({ op, field, sourceField, targetField, min: count = minDefault }, refuse) {
    // A currency has three letters, fewer than any `min`: no two currencies would meet the criterion.
    if ((op === 'starts' || op === 'ends') && [field, sourceField, targetField].includes('currency'))
      refuse('/op', 'conflict', `Got ${op} on the currency, which has three letters: wanted equals`)
    return { min: count }
  },
}

/** The first or last `count` characters; undefined if the text is shorter. */
type PartOf = (text: string, count: number) => string | undefined

interface Affix {
  readonly op: 'starts' | 'ends'
  readonly partOf: PartOf
  readonly has: (text: string, part: string) => boolean
  /** The form in which texts are sorted: where one text begins (or ends) another, its form begins the other's form. */
  readonly sortedBy: (text: string) => string
}

/**
 * Both texts need at least `min` characters. Their first (or last) `min` characters are equal in every pair that holds,
 * and are therefore used as the key.
 */
const affixKind = ({ op, partOf, has, sortedBy }: Affix): CriterionKind => ({
  ...exactText,
  op,
  members: [...exactText.members, min],
  refusal: (type) => `Only text begins or ends text, this is a ${type}`,
  // A group by the first `min` characters would mix different references, such as two numbers of one series.
  joinsGroups: false,
  compile(criterion, fields, { tables }) {
    const { min: count } = criterion
    if (count === undefined) throw new TypeError('A text begins or ends another with some least number of characters')
    const isAffix = (left: string, right: string): boolean =>
      left.length < right.length ? has(right, left) : has(left, right)
    const shorter = (left: string, right: string): string => (left.length < right.length ? left : right)
    return {
      blocking: 'part',
      bind: (source, target): Comparison<string> => ({
        ...boundTexts({ criterion, fields, tables, source, target }),
        holds: (left, right) => isAffix(left, right) && hasCharacters(shorter(left, right), count),
        needs(left, right) {
          const characterCount = [...shorter(left, right)].length
          return isAffix(left, right) && characterCount >= minLeast ? { min: characterCount } : undefined
        },
        evidenceMax: 'high',
        keyPart: (text) => partOf(text, count),
        sortedBy,
      }),
    }
  },
  matchType: op,
})

export const startingText = affixKind({
  op: 'starts',
  partOf: firstCharacters,
  has: (text, part) => text.startsWith(part),
  sortedBy: (text) => text,
})
export const endingText = affixKind({
  op: 'ends',
  partOf: lastCharacters,
  has: (text, part) => text.endsWith(part),
  // Reverses code units, not characters: the result is only sorted, never shown.
  sortedBy: (text) => text.split('').reverse().join(''),
})

function firstCharacters(text: string, count: number): string | undefined {
  let end = 0
  for (let seen = 0; seen < count; seen++) {
    if (end >= text.length) return undefined
    end += isPair(text, end) ? 2 : 1
  }
  return text.slice(0, end)
}

function lastCharacters(text: string, count: number): string | undefined {
  let start = text.length
  for (let seen = 0; seen < count; seen++) {
    if (start <= 0) return undefined
    start -= start > 1 && isPair(text, start - 2) ? 2 : 1
  }
  return text.slice(start)
}

/** A character is one or two code units. */
const hasCharacters = (text: string, count: number): boolean =>
  text.length >= 2 * count || (text.length >= count && firstCharacters(text, count) !== undefined)

const isPair = (text: string, place: number): boolean => (text.codePointAt(place) ?? 0) > 0xffff
