import { float64At } from '../base/at.ts'
import type { NormalizeStep } from '../rules/language/language.ts'
import { keyLister } from '../rules/text/listed-keys.ts'
import { maskWords } from '../rules/words/step-words.ts'
import type { KeyField, LearningSide } from './learning-side.ts'
import type { TextView } from './text-view.ts'

/** Texts that list the keys of several records of the other side. */

/** Keys as they stand, and the parts of both texts that look like keys. */
export function viewsFor(items: LearningSide, { field }: KeyField): readonly TextView[] {
  const upper: TextView = { name: 'upper', steps: ['upper'], words: 'in capitals' }
  const masked = items.masks(field).map((mask): TextView => {
    const steps: readonly NormalizeStep[] = ['upper', { extract: mask, take: 'all' }]
    return { name: `all-${mask}`, steps, words: `all parts of the form ${maskWords(mask)}` }
  })
  return [upper, ...masked]
}

/** Two fields, and how their keys are read. */
export interface ListingSearch {
  readonly anchor: LearningSide
  readonly items: LearningSide
  readonly anchorField: KeyField
  readonly itemField: KeyField
  readonly view: TextView
}

/** What one field lists of the other. */
export interface Listing extends ListingSearch {
  /** Anchors that list several records. */
  readonly anchors: readonly { readonly row: number; readonly items: readonly number[] }[]
  /** Those whose records add up to it. */
  readonly addingCount: number
  readonly sign: 'same' | 'opposite'
}

/** The rows that each text lists, and how many texts stand for the sum of theirs. O(texts). */
export function listingOf(search: ListingSearch): Listing {
  const { anchor, items, anchorField, itemField, view } = search
  const rowsByKey = new Map<string, number[]>()
  for (const [row, key] of items.keys(itemField.field, view).entries()) {
    if (key === undefined) continue
    const same = rowsByKey.get(key)
    if (same === undefined) rowsByKey.set(key, [row])
    else same.push(row)
  }
  const keysIn = keyLister(undefined)
  const anchors = anchor.keys(anchorField.field, view).flatMap((text, row) => {
    if (text === undefined) return []
    const listed = [...new Set([...keysIn(text)].flatMap((key) => rowsByKey.get(key) ?? []))]
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
