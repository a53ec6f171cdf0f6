/** The names of the months in English and German, by their first letters without accents and in lower case. */

const names: readonly (readonly string[])[] = [
  ['january', 'januar', 'janner'],
  ['february', 'februar', 'feber'],
  ['march', 'marz', 'maerz', 'mrz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september', 'sept'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
]

/** The month, 1 to 12, of a name or its first three letters; undefined for another word. */
export function monthOfName(name: string): number | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const index = names.findIndex((spellings) =>
    spellings.some((spelling) => plain === spelling || (plain.length === 3 && spelling.startsWith(plain))),
  )
  return index < 0 ? undefined : index + 1
}
