import { keyLister } from '../rules/text/listed-keys.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { keysUnder, type TextView } from './text-view.ts'

/** Tries a sample of texts first: hundreds of combinations of fields and views exist, and nearly all relate nothing. */

const textCount = 1_000

/** The sample of a side's texts, or of their keys. */
export function someOf(all: readonly (string | undefined)[]): readonly (string | undefined)[] {
  if (all.length <= textCount) return all
  return Array.from({ length: textCount }, (_, index) => all[Math.floor((index * all.length) / textCount)])
}

/** Keys of the sample. They are kept, since every field of the other side asks for them. */
function someKeys(side: LearningSide, field: KeyField, view: TextView): ReadonlySet<string> {
  const byName = known.get(side) ?? new Map<string, ReadonlySet<string>>()
  known.set(side, byName)
  const name = `${view.name}|${field.field}`
  const keys =
    byName.get(name) ?? new Set(keysUnder(view, someOf(side.texts(field.field))).filter((key) => key !== undefined))
  byName.set(name, keys)
  return keys
}

const known = new WeakMap<LearningSide, Map<string, ReadonlySet<string>>>()

export function shareKeys(
  { source, target }: LearningSides,
  { own, other }: { readonly own: KeyField; readonly other: KeyField },
  view: TextView,
): boolean {
  const keys = someKeys(source, own, view)
  return keys.size > 0 && [...someKeys(target, other, view)].some((key) => keys.has(key))
}

/** Whether a text of the anchors lists a key of the items. */
export function listKeys(
  { anchor, items }: { readonly anchor: LearningSide; readonly items: LearningSide },
  { anchorField, itemField }: { readonly anchorField: KeyField; readonly itemField: KeyField },
  view: TextView,
): boolean {
  const keys = someKeys(items, itemField, view)
  if (keys.size === 0) return false
  const keysIn = keyLister(undefined)
  return [...someKeys(anchor, anchorField, view)].some((text) => [...keysIn(text)].some((key) => keys.has(key)))
}
