/** A reader of zip archives that shares nothing with their writer: APPNOTE's records by hand, the platform's inflate. */

export interface ReadZipFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** `1980-01-01` */
  readonly modified: string
}

/** The files of an archive in the order in which they stand in it. Throws unless every record of it agrees. */
export async function readZip(archive: Uint8Array): Promise<readonly ReadZipFile[]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = archive.length - 22
  expectEqual(view.getUint32(end, true), 0x06054b50, 'end of central directory')
  const count = view.getUint16(end + 10, true)
  let entry = view.getUint32(end + 16, true)
  expectEqual(entry + view.getUint32(end + 12, true), end, 'length of the central directory')
  const files: ReadZipFile[] = []
  let local = 0
  for (let index = 0; index < count; index += 1) {
    expectEqual(view.getUint32(entry, true), 0x02014b50, 'central header')
    expectEqual(view.getUint32(entry + 42, true), local, 'offset of the local header')
    const { file, next } = await readFile(archive, view, { entry, local })
    files.push(file)
    local = next
    entry += 46 + view.getUint16(entry + 28, true) + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true)
  }
  expectEqual(entry, end, 'end of the central directory')
  expectEqual(local, view.getUint32(end + 16, true), 'end of the last file')
  return files
}

async function readFile(archive: Uint8Array, view: DataView, { entry, local }: { entry: number; local: number }) {
  const [crc, packed, length] = [16, 20, 24].map((offset) => view.getUint32(entry + offset, true))
  const nameLength = view.getUint16(entry + 28, true)
  const name = new TextDecoder().decode(archive.subarray(entry + 46, entry + 46 + nameLength))
  expectEqual(view.getUint32(local, true), 0x04034b50, 'local header')
  expectEqual(view.getUint16(local + 6, true) & 8, 8, 'flag of a data descriptor')
  expectEqual(view.getUint16(local + 8, true), view.getUint16(entry + 10, true), 'method')
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const stop = start + (packed ?? 0)
  const bytes = await inflate(archive.subarray(start, stop))
  expectEqual(bytes.length, length, `length of ${name}`)
  expectEqual(crcOf(bytes), crc, `CRC of ${name}`)
  const descriptor = [0, 4, 8, 12].map((offset) => view.getUint32(stop + offset, true))
  expectEqual(descriptor.join(' '), [0x08074b50, crc, packed, length].join(' '), `descriptor of ${name}`)
  return { file: { name, bytes, modified: dayOf(view.getUint16(entry + 14, true)) }, next: stop + 16 }
}

export async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const inflated = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(inflated).arrayBuffer())
}

/** CRC-32 of ISO 3309, bit by bit. */
export function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const dayOf = (date: number): string =>
  [1980 + (date >> 9), (date >> 5) & 15, date & 31].map((part) => String(part).padStart(2, '0')).join('-')

export function expectEqual(got: unknown, wanted: unknown, what: string): void {
  if (got !== wanted) throw new Error(`The ${what} is ${got}, not ${wanted}`)
}
