import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { allFieldWords, learnedViews } from './learned-views.ts'
import { type KeyField, type LearningSide, type LearningSides, tellsApart } from './learning-side.ts'
import { countRows, isEnough, type Link, linkUnder, sharedCountMin } from './link.ts'
import { shareKeys } from './probe.ts'
import { lastMaskView, maskView, type TextView, wholeViews } from './text-view.ts'

/** A later view of two fields gets a link only if it relates this many times the rows of the views before it. */
const gainMin = 1.02

/**
 * Links between whole texts. For each pair of fields, the view that changes texts least comes first. Yields after each
 * field and view.
 */
export function* wholeLinks(sides: LearningSides): Slices<readonly Link[]> {
  const relatedRows = new Map<string, number>()
  const links: Link[] = []
  for (const view of wholeViews) {
    for (const { source, target } of yield* sharedFields(sides, view)) {
      const link = linkUnder(sides, { source: source.field, target: target.field, view })
      const name = `${source.field}|${target.field}`
      const count = countRows(link)
      if (count < gainMin * (relatedRows.get(name) ?? 0) || !isEnough(sides, link)) continue
      relatedRows.set(name, count)
      links.push(link)
    }
  }
  return links
}

interface FieldPair {
  readonly source: KeyField
  readonly target: KeyField
}

/**
 * The pairs of fields that have keys in common under a view. Each key of the source is looked up once for all fields of
 * the target.
 */
function* sharedFields({ source, target }: LearningSides, view: TextView): Slices<readonly FieldPair[]> {
  const fieldsByKey = new Map<string, number>()
  for (const [index, { field }] of target.keyFields.entries()) {
    yield
    for (const key of target.keys(field, view))
      if (key !== undefined) fieldsByKey.set(key, (fieldsByKey.get(key) ?? 0) | (1 << index))
  }
  const isFit = (side: LearningSide, field: KeyField): boolean => view.isLossy !== true || tellsApart(side, field)(view)
  const pairs: FieldPair[] = []
  for (const own of source.keyFields) {
    yield
    if (!isFit(source, own)) continue
    const counts = target.keyFields.map(() => 0)
    for (const key of new Set(source.keys(own.field, view))) {
      const fields = key === undefined ? 0 : (fieldsByKey.get(key) ?? 0)
      if (fields === 0) continue
      for (const index of counts.keys()) if ((fields & (1 << index)) !== 0) counts[index] = at(counts, index) + 1
    }
    for (const [index, other] of target.keyFields.entries())
      if (at(counts, index) >= sharedCountMin && isFit(target, other)) pairs.push({ source: own, target: other })
  }
  return pairs
}

/** Links between texts after removing words and beginnings that only one side writes. */
export function* learnedLinks(sides: LearningSides, known: readonly Link[]): Slices<readonly Link[]> {
  const words = allFieldWords(sides)
  const links: Link[] = []
  for (const [ownIndex, own] of sides.source.keyFields.entries()) {
    yield
    for (const [otherIndex, other] of sides.target.keyFields.entries()) {
      const views = learnedViews(at(words.source, ownIndex), at(words.target, otherIndex))
      links.push(...bestLinks(sides, { own, other, views, before: linksBetween(known, own, other) }))
    }
  }
  return links
}

export const linksBetween = (known: readonly Link[], own: KeyField, other: KeyField): readonly Link[] =>
  known.filter(({ sourceField, targetField }) => sourceField === own.field && targetField === other.field)

/** Links by the part of a longer text that has the form of the other side's identifiers. */
export function* maskLinks(sides: LearningSides, known: readonly Link[]): Slices<readonly Link[]> {
  const { source, target } = sides
  const links: Link[] = []
  for (const own of source.keyFields) {
    yield
    for (const other of target.keyFields) {
      const candidates = [
        ...(isIdentifier(other) ? target.masks(other.field) : []),
        ...(isIdentifier(own) ? source.masks(own.field) : []),
      ]
      const views = [...new Set(candidates)].flatMap((mask) => [maskView(mask), lastMaskView(mask)])
      const before = linksBetween(known, own, other)
      links.push(...bestLinks(sides, { own, other, views, before, areShapes: true }))
    }
  }
  return links
}

const isIdentifier = ({ distinctCount, meanLength }: KeyField): boolean =>
  distinctCount >= 3 && meanLength >= 3.5 && meanLength <= 30

interface MaskSearch {
  readonly own: KeyField
  readonly other: KeyField
  readonly views: readonly TextView[]
  readonly before: readonly Link[]
  readonly areShapes?: boolean
}

/**
 * The links that relate more rows than every link before them. A mask is kept even if a lossy link relates as many
 * rows, since the mask still works when a field gains other digits.
 */
export function bestLinks(sides: LearningSides, { own, other, views, before, areShapes }: MaskSearch): readonly Link[] {
  const countBeyond = (link: Link): number => (areShapes && link.isLossy ? 1 : gainMin) * countRows(link)
  let least = Math.max(0, ...before.map(countBeyond))
  const found: Link[] = []
  for (const view of views) {
    if (!shareKeys(sides, { own, other }, view)) continue
    const link = linkUnder(sides, { source: own.field, target: other.field, view })
    const count = countRows(link)
    if (count < least || !isEnough(sides, link)) continue
    least = gainMin * count
    found.push(link)
  }
  return found
}
