import { keyLister } from '../rules/text/listed-keys.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { keysUnder, type TextView } from './text-view.ts'

/** Tries a sample of texts first: hundreds of combinations of fields and views exist, and nearly all relate nothing. */

const textCount = 1_000

export function someTexts({ texts, rowCount }: LearningSide, { field }: KeyField): readonly (string | undefined)[] {
  const all = texts(field)
  if (rowCount <= textCount) return all
  return Array.from({ length: textCount }, (_, index) => all[Math.floor((index * rowCount) / textCount)])
}

/** Keys of the sample. They are kept, since every field of the other side asks for them. */
function someKeys(side: LearningSide, field: KeyField, view: TextView): ReadonlySet<string> {
  const byName = known.get(side) ?? new Map<string, ReadonlySet<string>>()
  known.set(side, byName)
  const name = `${view.name}|${field.field}`
  const keys = byName.get(name) ?? new Set(keysUnder(view, someTexts(side, field)).filter((key) => key !== undefined))
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

export function listKeys(
  anchors: readonly (string | undefined)[],
  items: readonly (string | undefined)[],
  view: TextView,
): boolean {
  const keys = new Set(keysUnder(view, items))
  keys.delete(undefined)
  const keysIn = keyLister(undefined)
  return keysUnder(view, anchors).some((text) => text !== undefined && [...keysIn(text)].some((key) => keys.has(key)))
}
