import type { Chance } from './chance.ts'

/** Names of businesses and people, and how another system writes them. */

const starts = [
  'North', 'Blue', 'Silver', 'Müller', 'Schäfer', 'Dupré', 'Alpine', 'Harbour', 'Granite', 'Lindström', 'Ostrava',
  'Maple', 'Vega', 'Kepler', 'Orion', 'Falcon', 'Cedar', 'Quartz', 'Núñez', 'Bianchi', 'Ferro', 'Delta', 'Juniper',
  'Weber', 'Koch', 'Becker', 'Hansen', 'Peñalver', 'Rossi', 'Moreau', 'Novak', 'Kowalski', 'Tanaka', 'Okafor', 'Silva',
] // biome-ignore format: a list of words
const middles = [
  'Logistics', 'Trading', 'Foods', 'Energy', 'Medical', 'Software', 'Textiles', 'Marine', 'Optics', 'Paper', 'Steel',
  'Design', 'Consulting', 'Motors', 'Catering', 'Print', 'Glass', 'Timber', 'Chemicals', 'Freight', 'Security',
  'Analytics', 'Robotics', 'Gardens', 'Bakery', 'Plumbing', 'Roofing', 'Travel', 'Audio', 'Furniture',
] // biome-ignore format: a list of words
const places = [
  '', 'Berlin', 'Nord', 'West', 'Bern', 'Wien', 'Leeds', 'Porto', 'Turin', 'Lyon', 'Malmö', 'Gdańsk', 'Cork', 'Basel',
] // biome-ignore format: a list of words
const legalForms = ['GmbH', 'Ltd', 'AG', 'S.A.', 'Inc', 'LLC', 'BV', 'SARL', 'KG', 'Oy']
const givenNames = [
  'Anna', 'Jürgen', 'Maria', 'José', 'Lena', 'Peter', 'Zoë', 'Ahmed', 'Ines', 'Tom', 'Chloé', 'Ivan', 'Mei', 'Sara',
  'Paul', 'Olga', 'Nils', 'Ruth', 'Hugo', 'Elif',
] // biome-ignore format: a list of words

/** Words that a comparison of names may leave out. */
export const legalWords: readonly string[] = [...legalForms.map((form) => form.toUpperCase()), 'SA', 'S', 'A']

export interface Business {
  /** As the books write it, with its legal form. */
  readonly name: string
  readonly bare: string
  readonly number: string
}

/** Different names for different positions. */
export function businessesOf(chance: Chance, count: number): readonly Business[] {
  const nameCount = starts.length * middles.length * places.length
  const step = 7_919
  const offset = chance.between(0, nameCount - 1)
  const firstNumber = chance.between(100, 7_000) * 10
  return Array.from({ length: Math.ceil(count) }, (_, index) => {
    const place = (offset + index * step) % nameCount
    const round = Math.floor(index / nameCount)
    const start = starts[place % starts.length] ?? ''
    const middle = middles[Math.floor(place / starts.length) % middles.length] ?? ''
    const town = places[Math.floor(place / starts.length / middles.length)] ?? ''
    const bare = `${start} ${middle} ${town} ${round > 0 ? round + 1 : ''}`.trim().replace('  ', ' ')
    return { name: `${bare} ${chance.of(legalForms)}`, bare, number: String(firstNumber + 3 * index) }
  })
}

/** Different names of people for different positions. */
export const personAt = (position: number): string => {
  const given = givenNames[position % givenNames.length] ?? ''
  const family = starts[Math.floor(position / givenNames.length) % starts.length] ?? ''
  const second = middles[Math.floor(position / givenNames.length / starts.length) % middles.length] ?? ''
  return position < givenNames.length * starts.length ? `${given} ${family}` : `${given} ${family}-${second}`
}

export const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
