import type { Slices } from '../base/slices.ts'
import { linksBetween } from './find-links.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { blankSteps, countRows, fieldsOf, isEnough, type Link, linkOf } from './link.ts'
import { quantileIn } from './quantile.ts'
import type { TextView } from './text-view.ts'

/** Links between names that one side cuts off or extends, such as by a town, a legal form or a purpose. */

const minLeast = 6
const minMost = 20
const nameLengthMax = 80
/** A longer text is not taken for a name: looking up every beginning of a name costs the square of its length. */
const textLengthMax = 200
/** A link is kept only if it relates this many times the rows of every earlier link between the same fields. */
const gainMin = 1.05

const view: TextView = { name: 'letters', steps: ['upper', 'fold-accents', 'alphanumeric'], words: 'in capitals' }

export function* beginningLinks(sides: LearningSides, known: readonly Link[]): Slices<readonly Link[]> {
  const relatedBefore = (own: KeyField, other: KeyField): number =>
    Math.max(0, ...linksBetween(known, own, other).map(countRows))
  const [links, others]: [Link[], readonly KeyField[]] = [[], namesOf(sides.target)]
  for (const own of namesOf(sides.source)) {
    yield
    for (const other of others) {
      const link = beginningLink(sides, own, other)
      if (link !== undefined && countRows(link) >= gainMin * relatedBefore(own, other)) links.push(link)
    }
  }
  return links
}

/** Fields of words. Fields of numbers are left out, since a number that begins with another is a different number. */
const namesOf = (side: LearningSide): readonly KeyField[] =>
  side.keyFields.filter(
    ({ field, meanLength }) =>
      meanLength >= minLeast &&
      meanLength <= nameLengthMax &&
      isMostly(side.texts(field), (text) => !/[0-9].*[0-9]/.test(text)),
  )

function isMostly(texts: readonly (string | undefined)[], holds: (text: string) => boolean): boolean {
  const present = texts.filter((text) => text !== undefined)
  return present.filter(holds).length >= 0.9 * present.length
}

/** The key of a name is the longest name of the other side with which it begins, else the name itself. */
function beginningLink(sides: LearningSides, own: KeyField, other: KeyField): Link | undefined {
  const texts = { source: sides.source.keys(own.field, view), target: sides.target.keys(other.field, view) }
  const lengths = [...texts.source, ...texts.target].flatMap((text) => text?.length ?? [])
  const min = Math.max(minLeast, Math.min(minMost, quantileIn(lengths, 0.005) ?? 0))
  const keysAmong = (names: readonly (string | undefined)[], others: ReadonlySet<string>): (string | undefined)[] =>
    names.map((name) => {
      if (name === undefined || name.length < min || name.length > textLengthMax) return undefined
      for (let length = name.length; length >= min; length--)
        if (others.has(name.slice(0, length))) return name.slice(0, length)
      return name
    })
  const setOf = (list: readonly (string | undefined)[]): ReadonlySet<string> =>
    new Set(list.filter((text) => text !== undefined))
  const targetKeys = keysAmong(texts.target, setOf(texts.source))
  const sourceKeys = keysAmong(texts.source, setOf(targetKeys))
  const link = linkOf(
    {
      name: `${own.field}|${other.field}|beginning`,
      sourceField: own.field,
      targetField: other.field,
      criteria: [
        {
          ...fieldsOf(own.field, other.field),
          op: 'starts',
          min,
          normalize: [...blankSteps(sides, { source: own.field, target: other.field }), ...view.steps],
        },
      ],
      words: 'one name begins with the other',
    },
    { sourceKeys, targetKeys },
  )
  return isEnough(sides, link) ? link : undefined
}
