/**
 * Tells text in windows-1250 from text in windows-1252. They differ in half of the letters beyond ASCII, and hardly any
 * byte is invalid in either. So words of Central European exports decide, or else where in words the letters stand.
 */

const listed = (lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(' · '))

/** Parts of words with a letter that windows-1252 shows as another letter. No Western European word reads like them. */
const words = listed([
  // Polish
  'księgow · tytuł · płatnoś · obciąż · uznań · wpływ · szczegół · źródłow · użyci · zewnętrzn · łódź · bankowoś · rachunków · złot · spółka · opłat · wypłat · wpłat · należn · środk',
  // Czech and Slovak
  'zaúčt · zúčt · částk · čiastk · účtu · účet · příj · zůstat · označ · přips · protiúč · převod · odesílatel · měny',
  // Hungarian
  'időpont · terhelő · bejövő · kimenő · érkező · díjfizető',
  // Slovene and Croatian
  'račun · plačil · plaćanj',
])

/** Header words that both encodings read alike, but that only Central European files use. */
const headerWords = listed([
  'kwota · nadawca · odbiorca · rachunku · saldo po',
  'castka · protiucet · protiuctu · variabilni symbol · variabilný symbol · zpráva pro',
  'könyvel · összeg · közlemény · értéknap · tranzakció · számlaszám · pénznem · devizanem',
])

/** The header, with any notes above it, is within this many characters. */
const headLength = 4096

interface Readings {
  readonly windows1250: string
  readonly windows1252: string
}

export function isCentralEuropean({ windows1250, windows1252 }: Readings): boolean {
  const plain = windows1250.toLowerCase()
  const head = plain.slice(0, headLength)
  if (words.some((word) => plain.includes(word)) || headerWords.some((word) => head.includes(word))) return true
  const western = windows1252.toLowerCase()
  const ofHungary = hasAccents.test(western) ? countOf(western, hungarian) : 0
  return countOf(western, ofCentralEurope) + ofHungary > countOf(western, ofWesternEurope)
}

const countOf = (text: string, pattern: RegExp): number => {
  let count = 0
  for (const _ of text.matchAll(pattern)) count += 1
  return count
}

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'gu')

const vowel = '[aeiouyáéíóúýäöü]'
const consonant = '[b-df-hj-np-tv-xz]'
const letter = '(?=\\p{L})'
const behindLetter = '(?<=\\p{L})'
const behindTwo = '(?<=\\p{L}\\p{L})'
const start = '(?<!\\p{L})'
const end = '(?!\\p{L})'

/**
 * Patterns for lower-case text read as windows-1252 that only makes sense in windows-1250: `³` is `ł`, but not in `m³`.
 */
const ofCentralEurope = anyOf(
  // ł, ą, ż, ş, Ł, Ż, Ą, Ľ and ľ. Footnotes, units, ordinals, prices and questions have other neighbours.
  `³${letter}|(?<=[^m\\P{L}])³`,
  `${behindLetter}[¹¼¾]${letter}|${behindLetter}¿|${behindTwo}ª${letter}|${behindTwo}º`,
  '[£¯¥¼¾](?=[\\p{L}£¯¥³¹¿])',
  // ś and Ś, ź, and ť, Ť and Ź, for which windows-1252 has no letters.
  `œ(?![uid])|${behindLetter}ÿ|[\\x8d\\x8f\\x9d]`,
  // č, ě, ů, ň and ř.
  `è(?=${vowel}|${consonant}[aiouyáéíóúýùì])|${start}è${letter}|(?<=[iíaáý])è${end}`,
  `ì${letter}|ù${letter}|(?<=[^oi\\P{L}])ù${end}|(?<=e)ò${end}|ø(?=[eìiíáùuoyý])`,
  // ć, ę, ń, ď, ţ, đ and ă.
  `(?<=${vowel})æ${end}|æ(?=[aouy])|ê(?=[dgbkz])|${behindLetter}ê${end}`,
  `ñ(?=${consonant})|${behindLetter}ñ${end}|(?<=${consonant})ï|${behindLetter}þ|${start}ð${letter}`,
  `ã(?=[b-df-hj-np-rtv-z])|(?<=[bcdgnprstvz])ã${end}|${behindTwo}û${end}|${behindLetter}û(?=[bdgjkpvz])`,
)

/** The letter ő. It does not count in texts without accents, such as Estonian, whose õ stands in the same places. */
const hungarian = anyOf(`${behindLetter}õ${end}|õ(?=[bdfk-np-tvz])`)
const hasAccents = /[áéíóú]/

/** The letters of windows-1252 where Western European words have them. */
const ofWesternEurope = anyOf(
  '[àåƒ]|œ(?=[uid])',
  `è(?=${consonant}{1,2}e|qu)|(?<![iíaáý])è${end}|ì${end}|(?<!e)ò${end}|ù${end}`,
  `[øæ](?=${consonant})|ê(?=[mnlvr])|ñ(?=${vowel})|(?<=${vowel})ï|${start}þ|õ(?=[eiu])|û(?=[tmlr])|ã(?=[oe])`,
  `${start}¿${letter}|nº|\\d[ºª]|m³|[£¥]\\s?\\d`,
)
