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
  /** The signed text, its last newline included. */
  readonly text: string
  /** At least one, in the order of the lines. */
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  /** The first four bytes of the key's hash, in hex. */
  readonly keyId: string
  readonly signature: Uint8Array
}

/**
 * The limit of the reference implementation (golang.org/x/mod/sumdb/note): a log's keys and all witnesses of a policy
 * find room. Only signatures of known keys cost the verifier time.
 */
export const noteSignatureCountMax = 100

/** In characters. A signature of any kind in the specification has fewer than seven thousand. */
const noteLengthMax = 200_000

/** The text of a signed note. Requires a `text` that ends with a newline, and names that `isKeyName` accepts. */
export function formatNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`
}

/** The line of a signature, its newline included. */
export const formatSignature = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(Uint8Array.of(...fromHex(keyId), ...signature))}\n`

/** Reads a note of at most 200,000 characters. Refuses every text that `formatNote` would not write. Verifies no signature. */
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

/** Whether a key may have this name: not empty, no white space, no plus sign, no control character. */
export const isKeyName = (name: string): boolean => /^[^\p{White_Space}\p{Cc}+]+$/u.test(name) && name.isWellFormed()

/** Whether `text` has a control character below U+0020 other than a newline, the only one that a note may hold. */
function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 && unit !== 0x0a) return true
  }
  return false
}

/** In bytes. */
const keyIdLength = 4

function parseSignature(line: string): NoteSignature | undefined {
  const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= keyIdLength) return undefined
  return { name, keyId: toHex(bytes.subarray(0, keyIdLength)), signature: bytes.slice(keyIdLength) }
}
