import { crcOf, expectEqual, inflate, type ReadZipFile } from './read-zip.ts'

/** The same reader for archives in which every record is in Zip64 form (APPNOTE §4.3.14, §4.5.3). */
export async function readZip64(archive: Uint8Array): Promise<readonly Omit<ReadZipFile, 'modified'>[]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const u64 = (offset: number) => Number(view.getBigUint64(offset, true))
  const locator = archive.length - 22 - 20
  expectEqual(view.getUint32(archive.length - 22, true), 0x06054b50, 'end of central directory')
  expectEqual(view.getUint32(locator, true), 0x07064b50, 'locator')
  const end = u64(locator + 8)
  expectEqual(end + 56, locator, 'place of the Zip64 end')
  expectEqual(view.getUint32(end, true), 0x06064b50, 'Zip64 end of central directory')
  const [count, length, start] = [u64(end + 32), u64(end + 40), u64(end + 48)]
  expectEqual(start + length, end, 'end of the central directory')
  const files: Omit<ReadZipFile, 'modified'>[] = []
  let [entry, local] = [start, 0]
  for (let index = 0; index < count; index += 1) {
    expectEqual(view.getUint32(entry, true), 0x02014b50, 'central header')
    const nameLength = view.getUint16(entry + 28, true)
    const name = new TextDecoder().decode(archive.subarray(entry + 46, entry + 46 + nameLength))
    const extra = entry + 46 + nameLength
    expectEqual(view.getUint32(extra, true), 1 + (24 << 16), 'Zip64 extra field')
    const [size, packed, offset] = [u64(extra + 4), u64(extra + 12), u64(extra + 20)]
    expectEqual(offset, local, 'offset of the local header')
    expectEqual(view.getUint32(local, true), 0x04034b50, 'local header')
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const bytes = await inflate(archive.subarray(from, from + packed))
    expectEqual(bytes.length, size, `length of ${name}`)
    expectEqual(crcOf(bytes), view.getUint32(entry + 16, true), `CRC of ${name}`)
    const descriptor = from + packed
    expectEqual(view.getUint32(descriptor, true), 0x08074b50, `descriptor of ${name}`)
    expectEqual(view.getUint32(descriptor + 4, true), crcOf(bytes), `CRC behind ${name}`)
    expectEqual(`${u64(descriptor + 8)} ${u64(descriptor + 16)}`, `${packed} ${size}`, `lengths behind ${name}`)
    files.push({ name, bytes })
    local = descriptor + 24
    entry = extra + 28
  }
  expectEqual(entry, end, 'last central header')
  expectEqual(local, start, 'end of the last file')
  return files
}
