import { joinBytes } from '@tallystick/engine'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive. Its bytes are made when the archive is read. */
export interface ZipFile {
  readonly name: string
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Compressed, for text of which most repeats; stored as it is when left out. */
  readonly isDeflated?: true
}

/**
 * A zip archive (PKWARE APPNOTE) of `files`, part by part; nothing is read ahead of the caller. The same files in the same
 * parts give the same bytes. Requires less than 4 GB in all: Zip64 is not written. A file is asked for when those before
 * it are written.
 */
export async function* zipOf(files: ZipFiles): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const take = (): Uint8Array => {
    const taken = joinBytes(ready)
    ready = []
    return taken
  }
  for await (const { name, parts, isDeflated } of files) {
    const file = isDeflated ? deflatedFile(name) : new StoredFile(name)
    zip.add(file)
    for await (const part of parts) {
      file.push(part)
      yield take()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield take()
}

export type ZipFiles = AsyncIterable<ZipFile> | Iterable<ZipFile>

/** RFC 1951 §3.2.4: the length of a stored block has 16 bits. An empty last block ends the file. */
const blockByteCountMax = 0xffff
const lastBlock = [1, 0, 0, 0xff, 0xff]

/** The first day that a zip can store, in local time as zip demands. The real time would give each archive other bytes. */
const mtime = new Date(1980, 0, 1)

/** The lower levels are as fast, and a fifth larger at most. */
const level = 3

/** A file that is compressed by code of ours and not by the platform's, so that every platform gives the same bytes. */
const deflatedFile = (name: string): ZipDeflate => Object.assign(new ZipDeflate(name, { level }), { mtime })

/**
 * A file in stored DEFLATE blocks. In a stream the length of a file follows its bytes, so readers can find the end only
 * with a method that marks it, as DEFLATE does. Compressing would cost more than the rest of an answer.
 */
export class StoredFile extends ZipPassThrough {
  override readonly compression = 8
  override readonly mtime = mtime

  protected override process(bytes: Uint8Array<ArrayBuffer>, final: boolean): void {
    for (let start = 0; start < bytes.length; start += blockByteCountMax) {
      const block = bytes.subarray(start, start + blockByteCountMax)
      const [low, high] = [block.length & 0xff, block.length >> 8]
      this.ondata(null, Uint8Array.of(0, low, high, ~low, ~high), false)
      this.ondata(null, block, false)
    }
    if (final) this.ondata(null, Uint8Array.from(lastBlock), true)
  }
}
