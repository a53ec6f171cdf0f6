import { bytesAt, type EvidenceBlob } from '../base/evidence-blob.ts'
import { readZipFile } from '../zip/zip-file.ts'

export type EvidenceKind = 'pack' | 'period' | 'proof' | 'tlog-proof' | 'unknown'

/** A file of evidence of which only the beginning, and the directory of a zip, has been read. */
export interface EvidenceFile {
  readonly blob: EvidenceBlob
  readonly kind: EvidenceKind
  /** The kind in words, for the text of a fault. */
  readonly got: string
}

/** A value, or every reason why the evidence is unreadable. */
export type EvidenceUse<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly string[] }

/** The result for evidence that cannot be used for a single reason. */
export const refused = (fault: string): EvidenceUse<never> => ({ ok: false, faults: [fault] })

/**
 * Recognises the kind of evidence by its first bytes, and a zip by the names of its files. Throws UnreadableError.
 */
export async function recogniseEvidence(blob: EvidenceBlob): Promise<EvidenceFile> {
  const beginning = await bytesAt(blob, 0, beginningByteCount)
  const first = kindOf(beginning)
  const kind = first === 'pack' && (await isPeriod(blob)) ? 'period' : first
  const got = kind === 'unknown' ? beginningText(beginning) : kindTexts[kind]
  return { blob, kind, got }
}

const beginningByteCount = 64

/** Whether the files are those of a period, signed by own keys or by a log. */
async function isPeriod(blob: EvidenceBlob): Promise<boolean> {
  const zip = await readZipFile(blob)
  const names = zip.ok ? zip.value.entries.map(({ name }) => name) : []
  const isSigned = names.includes('signoffs.ndjson') || names.includes('entries.ndjson')
  return isSigned && !names.includes('receipts.ndjson')
}

/** A zip begins with a file or, when it is empty, with its end record (PKWARE APPNOTE 4.3.7, 4.3.16). */
function kindOf(beginning: Uint8Array): EvidenceKind {
  const text = latin1(beginning)
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'pack'
  if (text.startsWith('c2sp.org/')) return 'tlog-proof'
  // JSON begins with a brace. White space may fill all that was read.
  return text !== '' && /^(\u00ef\u00bb\u00bf)?[ \t\r\n]*(\{|$)/.test(text) ? 'proof' : 'unknown'
}

const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const kindTexts = {
  pack: 'a zip archive',
  period: 'the pack of a period',
  proof: 'JSON',
  'tlog-proof': 'a C2SP tlog-proof',
}

const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

function beginningText(beginning: Uint8Array): string {
  if (beginning.length === 0) return 'an empty file'
  if (/^(\u00ff\u00fe|\u00fe\u00ff)/.test(latin1(beginning))) return 'text in UTF-16'
  // The last character may have been cut in two: it is left out then.
  const text = lenient.decode(beginning).replace(/\ufffd$/, '')
  return text.includes('\ufffd')
    ? 'bytes of no known kind'
    : `a file that begins with ${JSON.stringify(text.slice(0, 30))}`
}
