/**
 * Tells text in windows-1250 from text in windows-1252. They differ in half of the letters beyond ASCII, and no byte is
 * wrong in either, so words decide that exports of Central Europe have in their headers and rows.
 */

const listed = (lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(' · '))

/** Each has a letter that windows-1252 reads as another one, and is a part of no word of Western Europe when it does. */
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

/** Words that windows-1252 reads no other way, but that only files of Central Europe have in a header. */
const headerWords = listed([
  'kwota · nadawca · odbiorca · rachunku · saldo po',
  'castka · protiucet · protiuctu · variabilni symbol · variabilný symbol · zpráva pro',
  'könyvel · összeg · közlemény · értéknap · tranzakció · számlaszám · pénznem · devizanem',
])

/** The header of a file, with notes above it, is in as many characters. */
const headLength = 4096

/** Whether a text, as windows-1250 reads it, is one of Central Europe. */
export function isCentralEuropean(text: string): boolean {
  const plain = text.toLowerCase()
  const head = plain.slice(0, headLength)
  return words.some((word) => plain.includes(word)) || headerWords.some((word) => head.includes(word))
}
