import { numberAt } from '../../base/at.ts'
import { firstOf, lastOf, touches } from '../text/characters.ts'
import type { Comparison, CriterionKind } from './criterion-kind.ts'
import { boundTexts, exactText } from './exact-text.ts'

export const containedText: CriterionKind = {
  ...exactText,
  op: 'contains',
  refusal: (type) => `Only text contains text, this is a ${type}`,
  joinsGroups: false,
  identifies: false,
  compile: (criterion, fields, { tables }) => ({
    bind: (source, target): Comparison<string> => ({
      ...boundTexts({ criterion, fields, tables, source, target }),
      holds: containsText,
      evidenceMax: 'high',
    }),
  }),
  matchType: 'contains',
}

/**
 * Whether one text contains the other. Both need four characters, and no digit may adjoin a digit at an end of the
 * contained text, nor a letter a letter: INV-1000 is not in INV-10001. O(length), by the search of Knuth, Morris and
 * Pratt.
 */
export function containsText(left: string, right: string): boolean {
  const [outer, inner] = left.length < right.length ? [right, left] : [left, right]
  // A character is one or two UTF-16 units.
  if (inner.length < 2 * containedLengthMin && [...inner].length < containedLengthMin) return false
  const borders = bordersOf(inner)
  let matched = 0
  for (let end = 1; end <= outer.length; end++) {
    matched = advance(inner, borders, { matched, unit: outer.charCodeAt(end - 1) })
    if (matched === inner.length && standsAlone(outer, end - inner.length, end)) return true
  }
  return false
}

const containedLengthMin = 4

/** For each prefix of `text`, the length of the longest shorter prefix with which it also ends. */
function bordersOf(text: string): Uint32Array {
  if (text === lastBordered.text) return lastBordered.borders
  const borders = new Uint32Array(text.length)
  for (let index = 1; index < text.length; index++)
    borders[index] = advance(text, borders, { matched: numberAt(borders, index - 1), unit: text.charCodeAt(index) })
  lastBordered = { text, borders }
  return borders
}

let lastBordered = { text: '', borders: new Uint32Array() }

function advance(
  text: string,
  borders: Uint32Array,
  { matched, unit }: { readonly matched: number; readonly unit: number },
): number {
  let length = matched
  while (length > 0 && text.charCodeAt(length) !== unit) length = numberAt(borders, length - 1)
  return text.charCodeAt(length) === unit ? length + 1 : length
}

function standsAlone(outer: string, start: number, end: number): boolean {
  return (
    !touches(lastOf(outer.slice(Math.max(0, start - 2), start)), firstOf(outer.slice(start, start + 2))) &&
    !touches(firstOf(outer.slice(end, end + 2)), lastOf(outer.slice(end - 2, end)))
  )
}
