import type { NormalizeStep, ReferenceData, Take } from '../../../engine/rules/language/language.ts'

/** What rules.md says of text: the steps of `normalize`, `contains`, `starts`, `ends`, and the order by UTF-8 bytes. */

export type Tables = ReferenceData['tables']

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
export function normalized(text: string, steps: readonly NormalizeStep[], tables: Tables = {}): string | undefined {
  let value: string | undefined = text
  for (const [index, step] of steps.entries()) {
    const isLookup: boolean = typeof step === 'object' && 'lookup' in step
    value = isLookup ? look(value, { steps, index, tables }) : takeStep(value, step)
    if (value === undefined) return undefined
  }
  return value.trim() === '' ? undefined : value
}

interface Look {
  readonly steps: readonly NormalizeStep[]
  readonly index: number
  readonly tables: Tables
}

/** The value beside the key that is this text after the steps before. */
function look(text: string, { steps, index, tables }: Look): string | undefined {
  const step = steps[index]
  if (typeof step !== 'object' || !('lookup' in step)) return text
  const entries = Object.entries(Object.entries(tables).find(([name]) => name === step.lookup)?.[1] ?? {})
  const found = entries.find(([key]) => normalized(key, steps.slice(0, index)) === text)
  return found?.[1] ?? (step.otherwise === 'keep' ? text : undefined)
}

function takeStep(text: string, step: NormalizeStep): string {
  if (typeof step === 'object') {
    if ('strip' in step) return strip(text, step.strip)
    if ('extract' in step) return extract(text, step.extract, step.take ?? 'first')
    if ('remove' in step) return remove(text, step.remove)
    if ('before' in step) return text.split(step.before)[0] ?? ''
    if ('after' in step)
      return text
        .split(step.after)
        .slice(text.includes(step.after) ? 1 : 0)
        .join(step.after)
    throw new Error('A lookup is no step by itself')
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

/** Whether one text begins, or ends, the other; both have so many characters. */
export function isAffix(op: 'starts' | 'ends', min: number, [left, right]: readonly [string, string]): boolean {
  const [outer, inner] = [...left].length < [...right].length ? [right, left] : [left, right]
  const length = [...inner].length
  if (length < min) return false
  const characters = [...outer]
  const part = op === 'starts' ? characters.slice(0, length) : characters.slice(characters.length - length)
  return part.join('') === inner
}

/** The first, or last, so many characters; undefined for a shorter text. */
export function affixOf(op: 'starts' | 'ends', min: number, text: string): string | undefined {
  const characters = [...text]
  if (characters.length < min) return undefined
  return (op === 'starts' ? characters.slice(0, min) : characters.slice(characters.length - min)).join('')
}

/** Every stretch that fits the mask, from the left, none inside or across another. */
function fitting(text: string, mask: string): { readonly start: number; readonly own: string[] }[] {
  const [characters, places] = [[...text], [...mask]]
  const fits = (character: string, place: string | undefined): boolean => {
    if (place === '#') return classOf(character) === 'digit'
    if (place === '@') return classOf(character) === 'letter'
    if (place === '*') return classOf(character) !== 'other'
    return place === '?' || place === character
  }
  const isInLongerRun = (place: string | undefined, neighbour: number): boolean =>
    place === '*' && classOf(characters[neighbour]) !== 'other'
  const all = stretches(text, mask).filter(
    ({ start, own }) =>
      own.every((character, index) => fits(character, places[index])) &&
      standsAlone(characters, start, start + places.length) &&
      !isInLongerRun(places[0], start - 1) &&
      !isInLongerRun(places.at(-1), start + places.length),
  )
  let end = 0
  return all.filter(({ start }) => {
    const isFree = start >= end
    if (isFree) end = start + places.length
    return isFree
  })
}

/** The stretches that fit the mask: `#` a digit, `@` a letter, `*` either, `?` any character. */
function extract(text: string, mask: string, take: Take): string {
  const all = fitting(text, mask).map(({ own }) => own.join(''))
  if (take === 'all') return all.join(' ')
  const index = take === 'first' ? 0 : take === 'last' ? all.length - 1 : take - 1
  return all[index] ?? ''
}

/** The text without the stretches that fit the mask. */
function remove(text: string, mask: string): string {
  const gone = fitting(text, mask).flatMap(({ start, own }) => own.map((_, index) => start + index))
  return [...text].filter((_, index) => !gone.includes(index)).join('')
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
