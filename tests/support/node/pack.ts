import { strToU8, Zip } from 'fflate'
import type { ChainCheckName } from '../../../engine/index.ts'
import { StoredFile } from '../../../functions/platform/zip.ts'
import { type CommandEnd, runWords, type Scratch } from './command.ts'

/** The files of an evidence pack by name, in the order in which they are to stand. */
export type PackFiles = ReadonlyMap<string, Uint8Array>

/** A zip archive of the files, as the service writes it. */
export function zipped(files: PackFiles): Uint8Array {
  const parts: Uint8Array[] = []
  const zip = new Zip((_, bytes) => parts.push(bytes))
  for (const [name, bytes] of files) {
    const file = new StoredFile(name)
    zip.add(file)
    file.push(bytes.slice(), true)
  }
  zip.end()
  return Buffer.concat(parts)
}

/** The files with another text, or without one. */
export function withFile(files: PackFiles, name: string, text: string | Uint8Array | undefined): PackFiles {
  const changed = new Map(files)
  if (text === undefined) changed.delete(name)
  else changed.set(name, typeof text === 'string' ? strToU8(text) : text)
  return changed
}

/** A file of the pack as text. */
export function textIn(files: PackFiles, name: string): string {
  const bytes = files.get(name)
  if (bytes === undefined) throw new Error(`The pack has no ${name}`)
  return Buffer.from(bytes).toString()
}

/** `tallystick verify` of an archive. */
export function verifyArchive(scratch: Scratch, archive: Uint8Array, ...words: readonly string[]): Promise<CommandEnd> {
  return runWords(['verify', scratch.write('pack.zip', archive), ...words])
}

/** The checks that do not hold, in order. */
export const brokenIn = ({ output }: CommandEnd): readonly (ChainCheckName | 'replay' | string)[] =>
  [...output.matchAll(/^(\w+) +does not hold[ :]/gm)].map(([, name = '']) => name)

/** The words of each check that holds. */
export const holdingIn = ({ output }: CommandEnd): readonly string[] =>
  [...output.matchAll(/^(\w+) +holds /gm)].map(([, name = '']) => name)
