import { at, numberAt } from '@tallystick/engine/base'

/** A part of a text, and whether the other text lacks that part. */
export interface MarkedPart {
  readonly text: string
  readonly isOther: boolean
}

/** Beyond this many pairs of words, words are not compared: the whole differing part is marked. */
const pairCountMax = 250_000

/**
 * Marks the words of each text that the other lacks. Only whole words are marked, since a mark inside a word would
 * separate joined letters.
 */
export function markTexts(source: string, target: string): readonly [readonly MarkedPart[], readonly MarkedPart[]] {
  const [left, right] = [wordsOf(source), wordsOf(target)]
  const before = commonLength(left, right, (list, index) => list[index])
  const remainderMax = Math.min(left.length, right.length) - before
  const after = Math.min(
    remainderMax,
    commonLength(left, right, (list, index) => list[list.length - 1 - index]),
  )
  const [own, other] = [left.slice(before, left.length - after), right.slice(before, right.length - after)]
  const [inOwn, inOther] = sharedWords(own, other)
  const partsOf = (words: readonly string[], shared: readonly boolean[]): readonly MarkedPart[] =>
    joined(
      words.map((text, index) => {
        const isMiddle = index >= before && index < words.length - after
        return { text, isOther: isMiddle && !at(shared, index - before) }
      }),
    )
  return [partsOf(left, inOwn), partsOf(right, inOther)]
}

/**
 * A word is a sequence of letters and digits with their accents, a sequence of spaces, or any other single character.
 */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? []

function commonLength(
  left: readonly string[],
  right: readonly string[],
  wordAt: (list: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(left.length, right.length)
  let length = 0
  while (length < most && wordAt(left, length) === wordAt(right, length)) length += 1
  return length
}

/** By word, whether it is in a longest common subsequence of both lists. */
function sharedWords(left: readonly string[], right: readonly string[]): readonly [boolean[], boolean[]] {
  const shared: [boolean[], boolean[]] = [left.map(() => false), right.map(() => false)]
  if (left.length * right.length > pairCountMax) return shared
  const width = right.length + 1
  const lengths = new Uint16Array((left.length + 1) * width)
  const lengthAt = (l: number, r: number): number => numberAt(lengths, l * width + r)
  for (let l = left.length - 1; l >= 0; l--)
    for (let r = right.length - 1; r >= 0; r--)
      lengths[l * width + r] =
        left[l] === right[r] ? lengthAt(l + 1, r + 1) + 1 : Math.max(lengthAt(l + 1, r), lengthAt(l, r + 1))
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    if (left[l] === right[r]) {
      shared[0][l] = true
      shared[1][r] = true
      l += 1
      r += 1
    } else if (lengthAt(l + 1, r) >= lengthAt(l, r + 1)) l += 1
    else r += 1
  }
  return shared
}

function joined(parts: readonly MarkedPart[]): readonly MarkedPart[] {
  const found: MarkedPart[] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (last?.isOther === part.isOther) found[found.length - 1] = { ...part, text: last.text + part.text }
    else found.push(part)
  }
  return found
}

/** Cuts a long text so that its first mark stays in view. Also returns whether anything was left out. */
export function cutParts(
  parts: readonly MarkedPart[],
  { lengthMax, lead }: { readonly lengthMax: number; readonly lead: number },
): { readonly parts: readonly MarkedPart[]; readonly isCut: boolean } {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= lengthMax) return { parts, isCut: false }
  const [first] = parts
  const markStart = first === undefined || first.isOther ? 0 : first.text.length
  const isMarked = parts.some(({ isOther }) => isOther)
  const start = isMarked && markStart > lengthMax - lead ? markStart - lead : 0
  const shown: MarkedPart[] = start === 0 ? [] : [{ text: '…', isOther: false }]
  let place = 0
  for (const { text, isOther } of parts) {
    const cut = text.slice(Math.max(0, start - place), Math.max(0, start + lengthMax - place))
    if (cut !== '') shown.push({ text: cut, isOther })
    place += text.length
  }
  return { parts: place > start + lengthMax ? [...shown, { text: '…', isOther: false }] : shown, isCut: true }
}
