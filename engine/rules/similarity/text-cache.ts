import type { Sides } from './text-pool.ts'

/** Characters in one cache: as many as a dataset of the service has. */
const cachedCharacterCountMax = 2 ** 23

/**
 * Caches `read` for each side, shared by all criteria between the same sides. A full cache starts anew. The sides have
 * separate caches: a text is compared with many of the other side, which would push its own side out.
 */
export function cachedBySide<Value>(read: (text: string) => Value) {
  const readBySide = new WeakMap<object, (text: string) => Value>()
  const readOf = (side: object): ((text: string) => Value) => {
    const known = readBySide.get(side) ?? cached(read)
    readBySide.set(side, known)
    return known
  }
  return ({ source, target }: Sides) => ({ ofLeft: readOf(source), ofRight: readOf(target) })
}

function cached<Value>(read: (text: string) => Value): (text: string) => Value {
  const valueByText = new Map<string, { readonly value: Value }>()
  let characterCount = 0
  return (text) => {
    const known = valueByText.get(text)
    if (known !== undefined) return known.value
    if (characterCount + text.length > cachedCharacterCountMax) {
      valueByText.clear()
      characterCount = 0
    }
    const value = read(text)
    valueByText.set(text, { value })
    characterCount += text.length
    return value
  }
}
