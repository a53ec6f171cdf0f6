import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import { boundTexts, exactText } from './exact-text.ts'

/** Texts of which one begins or ends the other, such as a reference that a bank has cut off. */

const minDefault = 8

const min: CriterionMember = {
  name: 'min',
  refusal: (type) => `Only text begins or ends text, this is a ${type}`,
  read({ op, field, sourceField, targetField, min: count = minDefault }, refuse) {
    // Three letters are never enough, so that a criterion which may be skipped would compare no currency at all.
    if ((op === 'starts' || op === 'ends') && [field, sourceField, targetField].includes('currency'))
      refuse('/op', 'conflict', `Got ${op} on the currency, which has three letters: wanted equals`)
    return { min: count }
  },
}

/** Characters of a text from its beginning, or up to its end; undefined for a text of fewer. */
type PartOf = (text: string, count: number) => string | undefined

interface Affix {
  readonly op: 'starts' | 'ends'
  readonly partOf: PartOf
  /** Whether `text` begins, or ends, with `part`. */
  readonly has: (text: string, part: string) => boolean
}

/**
 * Texts of which one begins, or ends, the other. A text of fewer than `min` characters is no value; the first, or last,
 * `min` characters are equal in every pair and so are the key.
 */
const affixKind = ({ op, partOf, has }: Affix): CriterionKind => ({
  ...exactText,
  op,
  members: [...exactText.members, min],
  refusal: (type) => `Only text begins or ends text, this is a ${type}`,
  // A key group would hold whatever has the first `min` characters in common, two numbers of one series too.
  joinsGroups: false,
  compile(criterion, fields, { tables }) {
    const { min: count } = criterion
    if (count === undefined) throw new TypeError('A text begins or ends another with some least number of characters')
    const keyPart = (text: string): string => {
      const part = partOf(text, count)
      if (part === undefined) throw new RangeError('Only a text of enough characters is a value')
      return part
    }
    return {
      blocking: 'part',
      bind(source, target): Comparison<string> {
        const texts = boundTexts({ criterion, fields, tables, source, target })
        const longEnough = (text: string | undefined): string | undefined =>
          text !== undefined && hasCharacters(text, count) ? text : undefined
        return {
          ...texts,
          source: (row) => longEnough(texts.source(row)),
          target: (row) => longEnough(texts.target(row)),
          holds: (left, right) => (left.length < right.length ? has(right, left) : has(left, right)),
          evidenceMax: 'high',
          keyPart,
        }
      },
    }
  },
  matchType: op,
})

export const startingText = affixKind({
  op: 'starts',
  partOf: firstCharacters,
  has: (text, part) => text.startsWith(part),
})
export const endingText = affixKind({ op: 'ends', partOf: lastCharacters, has: (text, part) => text.endsWith(part) })

/** The first `count` characters; undefined for a text of fewer. O(count). */
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

/** Whether a text has at least `count` characters. A character is one code unit or two. */
const hasCharacters = (text: string, count: number): boolean =>
  text.length >= 2 * count || (text.length >= count && firstCharacters(text, count) !== undefined)

/** Whether one character stands at a place of a text as two code units. */
const isPair = (text: string, place: number): boolean => (text.codePointAt(place) ?? 0) > 0xffff
