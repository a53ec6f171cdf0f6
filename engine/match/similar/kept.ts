/** Characters of texts whose readings are kept at a time: as many as a dataset of the service has. */
export const keptCharacterCountMax = 2 ** 23

/**
 * Readings of the texts of either side, kept for the next comparison until there are too many of them. Apart from each
 * other: a text is compared with many of the other side, which must not make room for the next of its own.
 */
export function keptOfBoth<Value>(read: (text: string) => Value) {
  return { ofLeft: kept(read), ofRight: kept(read) }
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
