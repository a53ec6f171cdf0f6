/** Characters of texts whose readings are kept at a time: as many as a dataset of the service has. */
export const keptCharacterCountMax = 2 ** 23

/** The two sides of a run, whatever stands for them: what is read of a side's texts is kept as long as it is. */
export interface Sides {
  readonly source: object
  readonly target: object
}

/**
 * Readings of the texts of either side, kept for the next comparison, by this rule or another, until there are too many
 * of them. Apart from each other: a text is compared with many of the other side, which must not make room for the next
 * of its own.
 */
export function keptOfSides<Value>(read: (text: string) => Value) {
  const readBySide = new WeakMap<object, (text: string) => Value>()
  const readOf = (side: object): ((text: string) => Value) => {
    const known = readBySide.get(side) ?? kept(read)
    readBySide.set(side, known)
    return known
  }
  return ({ source, target }: Sides) => ({ ofLeft: readOf(source), ofRight: readOf(target) })
}

function kept<Value>(read: (text: string) => Value): (text: string) => Value {
  const valueByText = new Map<string, { readonly value: Value }>()
  let characterCount = 0
  return (text) => {
    const known = valueByText.get(text)
    if (known !== undefined) return known.value
    if (characterCount + text.length > keptCharacterCountMax) {
      valueByText.clear()
      characterCount = 0
    }
    const value = read(text)
    valueByText.set(text, { value })
    characterCount += text.length
    return value
  }
}
