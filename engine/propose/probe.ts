import { keyLister } from '../rules/text/listed-keys.ts'
import type { KeyField, LearningSide } from './learning-side.ts'
import { keysUnder, type TextView } from './text-view.ts'

/**
 * Looks at some texts before all are read: hundreds of views of pairs of fields are conceivable, and nearly all of them
 * relate nothing.
 */

const textCount = 1_000

/** Texts of a field from all over the side: all of them where they are few. */
export function someTexts({ texts, rowCount }: LearningSide, { field }: KeyField): readonly (string | undefined)[] {
  const all = texts(field)
  if (rowCount <= textCount) return all
  return Array.from({ length: textCount }, (_, index) => all[Math.floor((index * rowCount) / textCount)])
}

/** Whether some texts of both lists have a key in common. */
export function shareKeys(
  own: readonly (string | undefined)[],
  other: readonly (string | undefined)[],
  view: TextView,
): boolean {
  const keys = new Set(keysUnder(view, own))
  keys.delete(undefined)
  return keys.size > 0 && keysUnder(view, other).some((key) => key !== undefined && keys.has(key))
}

/** Whether some texts list keys that are among some others. */
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
