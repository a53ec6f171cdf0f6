import { strToU8, Zip, ZipPassThrough } from 'fflate'
import type { ChainCheckName } from '../../../engine/verify/verify-proof-chain.ts'
import { type CommandEnd, runWords, type Scratch } from './command.ts'

/** The files of an evidence pack by name, in the order in which they are to stand. */
export type PackFiles = ReadonlyMap<string, Uint8Array>

/** A zip archive of the files, in the bytes that the service writes, by another writer. */
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

/** A file in stored DEFLATE blocks, dated the first day that a zip can store. */
class StoredFile extends ZipPassThrough {
  override readonly compression = 8
  override readonly mtime = new Date(1980, 0, 1)

  protected override process(bytes: Uint8Array<ArrayBuffer>, final: boolean): void {
    for (let start = 0; start < bytes.length; start += 0xffff) {
      const block = bytes.subarray(start, start + 0xffff)
      const [low, high] = [block.length & 0xff, block.length >> 8]
      this.ondata(null, Uint8Array.of(0, low, high, ~low, ~high), false)
      this.ondata(null, block, false)
    }
    if (final) this.ondata(null, Uint8Array.of(1, 0, 0, 0xff, 0xff), true)
  }
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
