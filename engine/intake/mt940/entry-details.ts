import type { Details, EntryDetails } from './details.ts'
import { readSepaKeywords } from './sepa-keywords.ts'
import { hasSlashWords, readSlashWords } from './slash-words.ts'
import { readSubfields, subfieldsStart } from './subfields.ts'
import { joinWrapped } from './wrapped-lines.ts'

/**
 * Reads the :86: of an entry: German subfields `166?00…?20…`, those of other banks with another sign (`<20`), words
 * between slashes (`/EREF/…/REMI/…`), SEPA keywords (`EREF+… SVWZ+…`), or free text.
 */
export function readEntryDetails(written: readonly string[]): EntryDetails {
  const lines = withoutCode(written)
  const start = subfieldsStart(lines)
  if (start !== undefined) return readSubfields(joinWrapped(lines, start.sign), start)
  const joined = joinWrapped(lines)
  const unstructured = /^999(?:PN(\d+))?/.exec(joined)
  const text = unstructured === null ? joined : joined.slice(unstructured[0].length)
  if (hasSlashWords(text)) return readSlashWords(text)
  const attributes: Details = unstructured === null ? {} : { transactionCode: '999', primaNota: unstructured[1] }
  const description = readSepaKeywords(text, attributes)
  const named = /\bREK: ?(\S+)\/NAAM: ?(.+)$/.exec(description)
  if (named === null) return { description, attributes }
  const [whole, account, counterparty] = named
  attributes['counterpartyAccount'] = account
  return { description: description.slice(0, -whole.length), counterparty, attributes }
}

/** Some Polish banks write the code of the transaction twice: in a :86: of its own, and in that of the details. */
function withoutCode(lines: readonly string[]): readonly string[] {
  const [code = '', next = ''] = lines
  return /^\d{3}$/.test(code) && next.startsWith(code) && subfieldsStart([next]) !== undefined ? lines.slice(1) : lines
}
