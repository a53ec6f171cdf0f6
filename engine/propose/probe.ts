import { keyLister } from '../rules/text/listed-keys.ts'
import { normalizerOf } from '../rules/text/normalize.ts'
import { keptBySide } from './kept-by-side.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import type { TextView } from './text-view.ts'

/**
 * Tries a sample of texts first: hundreds of combinations of fields and views exist, and nearly all relate nothing. What
 * is read in a sample is kept, since every field of the other side asks for it.
 */

const textCount = 1_000

/** The sample of a side's texts, or of their keys. */
export function someOf(all: readonly (string | undefined)[]): readonly (string | undefined)[] {
  if (all.length <= textCount) return all
  return Array.from({ length: textCount }, (_, index) => all[Math.floor((index * all.length) / textCount)])
}

type Texts = ReadonlySet<string>

const knownTexts = keptBySide<Texts>()
const knownKeys = keptBySide<Texts>()
const knownListed = keptBySide<Texts>()

const setOf = (texts: readonly (string | undefined)[]): Texts => new Set(texts.filter((text) => text !== undefined))

function someKeys(side: LearningSide, { field }: KeyField, view: TextView): Texts {
  const texts = knownTexts(side, field, () => setOf(someOf(side.texts(field))))
  return knownKeys(side, `${view.name}|${field}`, () => setOf([...texts].map(normalizerOf(view.steps, {}))))
}

/** The keys that the texts of the sample list. */
function someListed(side: LearningSide, field: KeyField, view: TextView): Texts {
  const keysIn = keyLister(undefined)
  return knownListed(
    side,
    `${view.name}|${field.field}`,
    () => new Set([...someKeys(side, field, view)].flatMap((text) => [...keysIn(text)])),
  )
}

function haveCommon(left: Texts, right: Texts): boolean {
  const [few, many] = left.size < right.size ? [left, right] : [right, left]
  for (const text of few) if (many.has(text)) return true
  return false
}

export const shareKeys = (
  { source, target }: LearningSides,
  { own, other }: { readonly own: KeyField; readonly other: KeyField },
  view: TextView,
): boolean => haveCommon(someKeys(source, own, view), someKeys(target, other, view))

/** Whether a text of the anchors lists a key of the items. */
export const listKeys = (
  { anchor, items }: { readonly anchor: LearningSide; readonly items: LearningSide },
  { anchorField, itemField }: { readonly anchorField: KeyField; readonly itemField: KeyField },
  view: TextView,
): boolean => haveCommon(someListed(anchor, anchorField, view), someKeys(items, itemField, view))
