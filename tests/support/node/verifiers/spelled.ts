import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'

/** Evidence that is spelled in another way, and the exit code that every verifier has to give it. */
export interface Spelled {
  readonly what: string
  readonly content: string | Uint8Array
  readonly wanted: 0 | 1 | 2 | 3
  /** The keys that are trusted; the one that has signed when left out. */
  readonly keys?: readonly string[]
}

export type Change = (text: string) => string

export const stored = await seal(sealedCase)
export const pack: PackFiles = packOf(stored)

/** The pack with the text of a file changed, which has to make a difference. */
export function changed(name: string, change: Change, files: PackFiles = pack): PackFiles {
  const before = textIn(files, name)
  const after = change(before)
  if (after === before) throw new Error(`Nothing was changed in ${name}`)
  return withFile(files, name, after)
}

/** The checkpoint changed alike in its file and in the run's record. */
export function withCheckpoint(change: Change, files: PackFiles = pack): PackFiles {
  const note = change(textIn(files, 'checkpoint.txt'))
  const shown = (text: string) =>
    text.replace(/"checkpoint":"(?:[^"\\]|\\.)*"/, () => `"checkpoint":${JSON.stringify(note)}`)
  return changed('manifest.json', shown, withFile(files, 'checkpoint.txt', note))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The same bytes in padded base64, with bits that are cut off set in its last character. */
export const looseBits = (text: string): string =>
  text.replace(
    /(.)(=+)$/,
    (_, last: string, padding: string) => `${alphabet.charAt(alphabet.indexOf(last) + 1)}${padding}`,
  )

/** Without the padding of base64. */
export const unpadded = (text: string): string => text.replace(/=+$/, '')

export const cutOff: Change = (text) => text.slice(0, -1)
