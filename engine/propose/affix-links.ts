import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { linksBetween } from './find-links.ts'
import { keptBySide } from './kept-by-side.ts'
import { fieldWordsOf } from './learned-views.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { blankSteps, fieldsOf, isEnough, type Link, linkOf } from './link.ts'
import { someOf } from './probe.ts'
import { quantileIn } from './quantile.ts'
import type { TextView } from './text-view.ts'

/** Links by a common beginning or end of texts, for a side that cuts texts off or puts a prefix before them. */

const minLeast = 5
const minMost = 20
const identifierLengthMax = 60

/** Yields after each field of the source. O(records × pairs of identifier fields). */
export function* affixLinks(sides: LearningSides, known: readonly Link[]): Slices<readonly Link[]> {
  const relatedBefore = (own: KeyField, other: KeyField): number =>
    Math.max(0, ...linksBetween(known, own, other).map(({ pairs }) => pairs.length))
  const links: Link[] = []
  for (const own of sides.source.keyFields.filter(isIdentifier)) {
    yield
    for (const other of sides.target.keyFields.filter(isIdentifier))
      for (const op of ['starts', 'ends'] as const) {
        let most = relatedBefore(own, other)
        for (const view of viewsOf(sides, own, other)) {
          const link = affixLink(sides, { own, other, op, view })
          if (link === undefined || link.pairs.length <= 1.05 * most) continue
          most = link.pairs.length
          links.push(link)
        }
      }
  }
  return links
}

const isIdentifier = ({ distinctCount, filledCount, meanLength }: KeyField): boolean =>
  distinctCount >= 0.5 * filledCount && meanLength >= minLeast && meanLength <= identifierLengthMax

interface Affix {
  readonly own: KeyField
  readonly other: KeyField
  readonly op: 'starts' | 'ends'
  readonly view: TextView
}

const plain = ['upper', 'alphanumeric'] as const

/**
 * Two ways to compare texts: in capitals without punctuation, and by their digits alone, for numbers with leading zeros
 * and a check digit. Both drop the beginning that nearly all texts of one side have.
 */
function viewsOf(sides: LearningSides, own: KeyField, other: KeyField): readonly TextView[] {
  const beginning = fieldWordsOf(sides.source, own).beginning || fieldWordsOf(sides.target, other).beginning
  const before = beginning === '' ? [] : [{ after: beginning }]
  const [suffix, words] = beginning === '' ? ['', ''] : [`-after-${beginning}`, ` without ${beginning}`]
  return [
    { name: `plain${suffix}`, steps: [...before, ...plain], words },
    {
      name: `numbers${suffix}`,
      steps: [...before, 'strip-leading-zeros', 'digits'],
      words: `, its digits alone${words}`,
    },
  ]
}

/**
 * Undefined where texts are too short, too few are related, or fewer than half of the blocks hold a pair in which one
 * text begins (or ends) the other.
 */
function affixLink(sides: LearningSides, { own, other, op, view }: Affix): Link | undefined {
  const texts = { source: sides.source.keys(own.field, view), target: sides.target.keys(other.field, view) }
  const min = Math.min(minMost, usualLeast(sides.source, own, view), usualLeast(sides.target, other, view))
  if (min < minLeast) return undefined
  const partOf = (text: string | undefined): string | undefined =>
    text === undefined || text.length < min ? undefined : op === 'starts' ? text.slice(0, min) : text.slice(-min)
  const some = new Set(someOf(texts.source).map(partOf))
  some.delete(undefined)
  if (!someOf(texts.target).some((text) => some.has(partOf(text)))) return undefined
  const link = linkOf(
    {
      name: `${own.field}|${other.field}|${op}-${view.name}`,
      sourceField: own.field,
      targetField: other.field,
      criteria: [
        {
          ...fieldsOf(own.field, other.field),
          op,
          min,
          normalize: [...blankSteps(sides, { source: own.field, target: other.field }), ...view.steps],
        },
      ],
      words: `one ${op === 'starts' ? 'begins' : 'ends'} with the other${view.words}`,
    },
    { sourceKeys: texts.source.map(partOf), targetKeys: texts.target.map(partOf) },
  )
  if (!isEnough(sides, link)) return undefined
  const pairs = link.pairs.filter(([s, t]) => isAffix(op, at(texts.source, s), at(texts.target, t)))
  return pairs.length >= 0.5 * link.blocks.length ? { ...link, pairs } : undefined
}

const knownLeast = keptBySide<number>()

const usualLeast = (side: LearningSide, { field }: KeyField, view: TextView): number =>
  knownLeast(side, `${view.name}|${field}`, () => {
    const lengths = side.keys(field, view).flatMap((text) => text?.length ?? [])
    return quantileIn(lengths, 0.05) ?? 0
  })

function isAffix(op: 'starts' | 'ends', left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return false
  const [long, short] = left.length < right.length ? [right, left] : [left, right]
  return op === 'starts' ? long.startsWith(short) : long.endsWith(short)
}
