import type { TextColumn } from '../record/columns.ts'
import type { BySide } from '../record/side.ts'

/**
 * Whether two records are of two parties: the sides know both of their names, and neither name is the other one with
 * further words. Where the sides name parties differently, no names are unlike.
 */
export type AreUnlike = (source: number, target: number) => boolean

/** The names of a side as `keyOf` spells them; undefined where they are too many to be known. */
export type NamesFound = ReadonlySet<string> | undefined

/** Where a side has more names, hardly two of its records have the same. */
const nameCountMax = 4_096

/** Names whose first 40 characters are the same count once, and may be many. */
const seenCountMax = 4 * nameCountMax

/** `known` are the names of the whole sides, where the columns have only some of their records. */
export function unlikeNames({ source, target }: BySide<TextColumn>, known?: BySide<NamesFound>): AreUnlike {
  const isTargets = createNameTest(() => (known === undefined ? namesIn(target) : known.target))
  const isSources = createNameTest(() => (known === undefined ? namesIn(source) : known.source))
  return (own, other) => {
    const [left, right] = [source.textAt(own), target.textAt(other)]
    if (left === undefined || right === undefined || left === right) return false
    return isTargets(left) && isSources(right) && !isPartOf(left, right) && !isPartOf(right, left)
  }
}

/** Whether a side has a name. Asked of pairs, and so of one name again and again. */
function createNameTest(namesOf: () => NamesFound): (name: string) => boolean {
  const answers = new Map<string, boolean>()
  return (name) => {
    const known = answers.get(name)
    if (known !== undefined) return known
    const names = namesOf()
    if (names === undefined) return false
    const answer = names.has(keyOf(name))
    answers.set(name, answer)
    return answer
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
    if (seen.size === seenCountMax) seen.clear()
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
