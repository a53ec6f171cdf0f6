import { fromBase64, toBase64 } from '../base/base64.ts'
import { fromHex, toHex } from '../base/bytes.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'

/**
 * C2SP signed-note: a text, a blank line, and a line for each signature.
 *
 *     example.com/behind-the-sofa
 *     20852163
 *     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 *
 *     — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
 */
export interface SignedNote {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

interface NoteSignature {
  readonly name: string
  /** The first four bytes of the hash of the key, in hex. */
  readonly keyId: string
  readonly signature: Uint8Array
}

/** The most signatures of a note, as in the reference implementation (golang.org/x/mod/sumdb/note). */
export const noteSignatureCountMax = 100

/** The most characters of a note. */
const noteLengthMax = 200_000

/** Requires a `text` that ends with a newline, and names that `isKeyName` accepts. */
export function formatNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`
}

export const formatSignature = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(Uint8Array.of(...fromHex(keyId), ...signature))}\n`

/** Reads at most 200,000 characters. Refuses every text that `formatNote` would not write. Verifies no signature. */
export function parseNote(note: string): Parsed<SignedNote> {
  if (note.length > noteLengthMax)
    return refused(`Got a note of ${note.length} characters, wanted at most ${noteLengthMax}`)
  if (hasControl(note) || !note.isWellFormed()) return refused('Got a control character or a broken one in a note')
  const split = note.lastIndexOf('\n\n')
  if (split <= 0) return refused('Got a note without a blank line between its text and its signatures')
  if (!note.endsWith('\n')) return refused('Got a note that does not end with a newline')
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > noteSignatureCountMax)
    return refused(`Got ${lines.length} signatures, wanted at most ${noteSignatureCountMax}`)
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const signature = parseSignature(line)
    if (signature === undefined) return refused(`Got the signature line ${quoted(line)}, wanted “— name base64”`)
    signatures.push(signature)
  }
  return parsed({ text: note.slice(0, split + 1), signatures })
}

export const isKeyName = (name: string): boolean => /^[^\p{White_Space}\p{Cc}+]+$/u.test(name) && name.isWellFormed()

/** Whether a text has a control character below U+0020 that a note may not hold: any but the newline. */
function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 && unit !== 0x0a) return true
  }
  return false
}

const keyIdLength = 4

function parseSignature(line: string): NoteSignature | undefined {
  const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= keyIdLength) return undefined
  return { name, keyId: toHex(bytes.subarray(0, keyIdLength)), signature: bytes.slice(keyIdLength) }
}
