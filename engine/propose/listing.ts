import { at, float64At } from '../base/at.ts'
import type { NormalizeStep } from '../rules/language/language.ts'
import { keyLister } from '../rules/text/listed-keys.ts'
import { maskWords } from '../rules/words/step-words.ts'
import type { KeyField, LearningSide } from './learning-side.ts'
import { rowsByKey } from './link.ts'
import type { TextView } from './text-view.ts'

/** A listing: an anchor's text that lists the keys of several records (items) of the other side. */

/** Views that read the keys in a text: the text as it is, and its parts that have the form of the items' keys. */
export function viewsFor(items: LearningSide, { field }: KeyField): readonly TextView[] {
  const upper: TextView = { name: 'upper', steps: ['upper'], words: 'in capitals' }
  const masked = items.masks(field).map((mask): TextView => {
    const steps: readonly NormalizeStep[] = ['upper', { extract: mask, take: 'all' }]
    return { name: `all-${mask}`, steps, words: `all parts of the form ${maskWords(mask)}` }
  })
  return [upper, ...masked]
}

interface ListingSearch {
  readonly anchor: LearningSide
  readonly items: LearningSide
  readonly anchorField: KeyField
  readonly itemField: KeyField
  readonly view: TextView
}

export interface Listing extends ListingSearch {
  readonly anchors: readonly { readonly row: number; readonly items: readonly number[] }[]
  readonly addingCount: number
  readonly sign: 'same' | 'opposite'
}

export function listingOf(search: ListingSearch): Listing {
  const { anchor, items, anchorField, itemField, view } = search
  const keyedRows = rowsByKey(items.keys(itemField.field, view))
  const keysIn = keyLister(undefined)
  const anchors = anchor.keys(anchorField.field, view).flatMap((text, row) => {
    if (text === undefined) return []
    const listed = [...new Set([...keysIn(text)].flatMap((key) => keyedRows.get(key) ?? []))]
    return listed.length > 1 ? [{ row, items: listed }] : []
  })
  const count = (sign: 1 | -1): number =>
    anchors.filter(({ row, items: rows }) => {
      const [own, other] = [anchor.measures[0], items.measures[0]]
      if (own === undefined || other === undefined) return false
      return rows.reduce((sum, item) => sum + float64At(other.units, item), 0) === sign * float64At(own.units, row)
    }).length
  const [same, opposite] = [count(1), count(-1)]
  return { ...search, anchors, addingCount: Math.max(same, opposite), sign: same >= opposite ? 'same' : 'opposite' }
}

/** Bounds on the turned target less source: negative where the target falls short of positive source amounts. */
export function shortBounds(
  anchorSide: 'source' | 'target',
  { anchor, items, anchors, sign }: Listing,
  [least, most]: readonly [string, string],
) {
  const [own, other] = [at(anchor.measures, 0).units, at(items.measures, 0).units]
  const units = anchors.flatMap(({ row, items: rows }) =>
    anchorSide === 'target' ? [float64At(own, row)] : rows.map((item) => float64At(other, item)),
  )
  const negativeCount = units.reduce((count, unit) => count + (unit < 0 ? 1 : 0), 0)
  const [isMixed, isNegative] = [
    Math.min(negativeCount, units.length - negativeCount) > 0.1 * units.length,
    2 * negativeCount > units.length !== (sign === 'opposite'),
  ]
  if (isMixed) return { from: `-${most}`, to: most }
  return (anchorSide === 'target') === isNegative
    ? { from: least, to: most }
    : { from: `-${most}`, to: least === '0%' ? '0' : `-${least}` }
}

const shortFractionMax = 0.06

/** For anchors that do not add up, how much they fall short, as sorted fractions of the sum of their items. */
export function shortFractions({ anchor, items, anchors, sign }: Listing): readonly number[] {
  const [own, other] = [anchor.measures[0], items.measures[0]]
  if (own === undefined || other === undefined) return []
  const factor = sign === 'same' ? 1 : -1
  return anchors
    .map(({ row, items: rows }) => {
      const listed = rows.reduce((sum, item) => sum + float64At(other.units, item), 0)
      return (listed - factor * float64At(own.units, row)) / listed
    })
    .filter((fraction) => fraction > 0 && fraction <= shortFractionMax)
    .toSorted((a, b) => a - b)
}
