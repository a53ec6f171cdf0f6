import type { NormalizeStep } from '../../../engine/rules/language.ts'

/** What rules.md says of text: the steps of `normalize`, `contains`, and the order by UTF-8 bytes. */

/** Negative, zero or positive as `a` sorts before, with or after `b` by UTF-8 bytes. */
export const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The same for lists, member by member; a list sorts after its own beginning. */
export function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (const [index, text] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = compareText(text, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** The text after all steps; what is blank then is absent. */
export function normalized(text: string, steps: readonly NormalizeStep[]): string | undefined {
  const value = steps.reduce(takeStep, text)
  return value.trim() === '' ? undefined : value
}

function takeStep(text: string, step: NormalizeStep): string {
  if (typeof step === 'object') {
    if ('strip' in step) return strip(text, step.strip)
    return 'extract' in step ? extract(text, step.extract) : text
  }
  switch (step) {
    case 'trim':
      return text.trim()
    case 'collapse-space':
      return text.split(/\s+/).join(' ')
    case 'upper':
      return text.toUpperCase()
    case 'fold-accents':
      return [...text].map(foldAccents).join('')
    case 'nfkc':
      return text.normalize('NFKC')
    case 'alphanumeric':
      return [...text].filter((each) => /\p{L}|\p{N}/u.test(each)).join('')
    case 'digits':
      return [...text].filter((each) => each >= '0' && each <= '9').join('')
    case 'strip-leading-zeros':
      return text.replace(/[0-9]+/g, (run) => run.replace(/^0*([0-9])/, '$1'))
    case 'sort-tokens':
      return words(text).sort(compareText).join(' ')
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const joinedLetters = new Map(
  'ß=ss ẞ=SS ø=o Ø=O ł=l Ł=L đ=d Đ=D æ=ae Æ=AE œ=oe Œ=OE'.split(' ').map((each): [string, string] => {
    const [letter = '', plain = ''] = each.split('=')
    return [letter, plain]
  }),
)

/** A letter without its marks. */
function foldAccents(character: string): string {
  const bare = [...character.normalize('NFD')].filter((each) => !/\p{M}/u.test(each)).join('')
  return joinedLetters.get(bare) ?? bare.normalize('NFC')
}

type Class = 'digit' | 'letter' | 'other'

const classOf = (character: string | undefined): Class =>
  /^\p{Nd}$/u.test(character ?? '') ? 'digit' : /^\p{L}$/u.test(character ?? '') ? 'letter' : 'other'

/** Whether a stretch of characters touches no further character of the class of its own end. */
function standsAlone(characters: readonly string[], start: number, end: number): boolean {
  const touches = (neighbour: number, own: number): boolean =>
    classOf(characters[own]) !== 'other' && classOf(characters[neighbour]) === classOf(characters[own])
  return !touches(start - 1, start) && !touches(end, end - 1)
}

/** Every stretch of `text` that has the length of `of`, with its place. */
function stretches(text: string, of: string): { readonly start: number; readonly own: string[] }[] {
  const [characters, length] = [[...text], [...of].length]
  return characters.flatMap((_, start) =>
    start + length > characters.length ? [] : [{ start, own: characters.slice(start, start + length) }],
  )
}

/** INV-7 stands in "PAID INV-7" and not in INV-70; both have at least four characters. */
export function contains(left: string, right: string): boolean {
  const [outer, inner] = [...left].length < [...right].length ? [right, left] : [left, right]
  const length = [...inner].length
  return (
    length >= 4 &&
    stretches(outer, inner).some(
      ({ start, own }) => own.join('') === inner && standsAlone([...outer], start, start + length),
    )
  )
}

/** The first stretch that fits the mask: `#` a digit, `@` a letter, `?` any character. */
function extract(text: string, mask: string): string {
  const places = [...mask]
  const fits = (character: string, place: string | undefined): boolean =>
    place === '#'
      ? classOf(character) === 'digit'
      : place === '@'
        ? classOf(character) === 'letter'
        : place === '?' || place === character
  const found = stretches(text, mask).find(
    ({ start, own }) =>
      own.every((character, index) => fits(character, places[index])) &&
      standsAlone([...text], start, start + places.length),
  )
  return found?.own.join('') ?? ''
}

/** Takes out whole words and sequences of them, the longest that begins at a place; then spaces collapse. */
function strip(text: string, phrases: readonly string[]): string {
  const known = phrases.map((phrase) => [...words(phrase).join(' ')]).sort((a, b) => b.length - a.length)
  const characters = [...words(text).join(' ')]
  const isWordPart = (index: number): boolean => classOf(characters[index]) !== 'other'
  const isWhole = (start: number, end: number): boolean =>
    !(isWordPart(start - 1) && isWordPart(start)) && !(isWordPart(end - 1) && isWordPart(end))
  const kept: string[] = []
  for (let start = 0; start < characters.length; ) {
    const found = known.find(
      (phrase) =>
        characters.slice(start, start + phrase.length).join('') === phrase.join('') &&
        isWhole(start, start + phrase.length),
    )
    kept.push(found ? ' ' : (characters[start] ?? ''))
    start += found?.length ?? 1
  }
  return words(kept.join('')).join(' ')
}
