import type { TextColumn } from '../record/columns.ts'
import type { BySide } from '../record/side.ts'

/**
 * Whether two records are of two parties: the sides know both of their names, and neither name is the other one with
 * further words. Where the sides name parties differently, no names are unlike.
 */
export type AreUnlike = (source: number, target: number) => boolean

/** The names of a side as `keyOf` spells them; undefined where they are too many to be known. */
export type NamesFound = ReadonlySet<string> | undefined

/** A side with more names is one of strangers. */
const nameCountMax = 4_096

/** `known` are the names of the whole sides, where the columns have only some of their records. */
export function unlikeNames({ source, target }: BySide<TextColumn>, known?: BySide<NamesFound>): AreUnlike {
  return (own, other) => {
    const [left, right] = [source.textAt(own), target.textAt(other)]
    if (left === undefined || right === undefined || left === right) return false
    if (isPartOf(left, right) || isPartOf(right, left)) return false
    const names = known ?? { source: namesIn(source), target: namesIn(target) }
    return names.target?.has(keyOf(left)) === true && names.source?.has(keyOf(right)) === true
  }
}

const knownNames = new WeakMap<TextColumn, { readonly names: NamesFound }>()

/** The names in a column, which is read once. O(rows). */
export function namesIn(column: TextColumn): NamesFound {
  const found = knownNames.get(column)
  if (found !== undefined) return found.names
  const names = readNames(column)
  knownNames.set(column, { names })
  return names
}

function readNames(column: TextColumn): NamesFound {
  const names = new Set<string>()
  const seen = new Set<string>()
  for (let row = 0; row < column.rowCount; row++) {
    const text = column.textAt(row)
    if (text === undefined || seen.has(text)) continue
    seen.add(text)
    names.add(keyOf(text))
    if (names.size > nameCountMax) return undefined
  }
  return names
}

export const fewNames = (names: readonly string[]): readonly string[] | undefined =>
  names.length > nameCountMax ? undefined : names

/** A name without case, spaces and signs, cut off where it is long. */
const keyOf = (name: string): string => wordsOf(name).join('').slice(0, nameLengthMax)

const nameLengthMax = 40

const wordsOf = (name: string): readonly string[] => name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each word of the name begins a word of the other one. */
function isPartOf(name: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(name).every((word) => words.some((each) => each.startsWith(word)))
}
