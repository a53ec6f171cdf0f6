import { Inflate } from 'fflate'
import type { Fault } from '../intake-limits.ts'
import { shown } from '../row-fault.ts'
import { finish, type Steps } from '../steps.ts'
import { crc32 } from './crc32.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'
import { tooLargeUnpackedFault, type UnpackBudget, zipFault } from './zip-limits.ts'

/** A file of an archive that is in memory. */
export interface ZipFile {
  readonly name: string
  /** As the archive says; to be unpacked to another number of bytes is a fault. */
  readonly byteCount: number
  /**
   * Unpacks the file part by part, until `take` gives false. The fault of a file that is not what the archive says, which
   * may be found behind parts that were taken.
   */
  unpack(take: (part: Uint8Array) => boolean): Fault | undefined
  /** The same in steps of at most 8 KB of what is packed. */
  unpacking(take: (part: Uint8Array) => boolean): Steps<Fault | undefined>
}

/** The files of a whole archive, all of which together stay within the budget and use it up. */
export function openZip(bytes: Uint8Array, budget: UnpackBudget): readonly ZipFile[] | Fault {
  const entries = readZipDirectory(bytes)
  if ('detail' in entries) return entries
  const byteCount = entries.reduce((sum, entry) => sum + entry.byteCount, 0)
  if (byteCount > budget.byteCount) return tooLargeUnpackedFault
  budget.byteCount -= byteCount
  return entries.map((entry) => ({
    name: entry.name,
    byteCount: entry.byteCount,
    unpack: (take) => finish(unpackEntry(entry, take)),
    unpacking: (take) => unpackEntry(entry, take),
  }))
}

/** Bytes that are unpacked together: Deflate makes at most a thousand times as many of them. */
const packedPartByteCount = 8_192

function* unpackEntry(entry: ZipEntry, take: (part: Uint8Array) => boolean): Steps<Fault | undefined> {
  const { name, packed, byteCount, checksum } = entry
  let length = 0
  let crc = 0
  let isWanted = true
  const takePart = (part: Uint8Array): void => {
    length += part.length
    if (!isWanted || part.length === 0 || length > byteCount) return
    crc = crc32(part, crc)
    isWanted = take(part)
  }
  const other = zipFault(`Got the file ${shown(name)} damaged in its zip, wanted it whole: download or pack it again`)
  const push = pushOf(entry, takePart)
  try {
    for (let offset = 0; offset < packed.length || offset === 0; offset += packedPartByteCount) {
      const next = offset + packedPartByteCount
      push(packed.subarray(offset, next), next >= packed.length)
      if (length > byteCount) return other
      if (!isWanted) return undefined
      yield
    }
  } catch (error) {
    if (isInflateError(error)) return other
    throw error
  }
  return length === byteCount && crc === checksum ? undefined : other
}

/** Takes packed bytes, and gives unpacked ones to `take`. */
function pushOf(
  { isDeflated }: ZipEntry,
  take: (part: Uint8Array) => void,
): (part: Uint8Array, isLast: boolean) => void {
  if (!isDeflated) return take
  const inflate = new Inflate(take)
  return (part, isLast) => inflate.push(part, isLast)
}

/** Errors of the inflater have a number; any other error is a defect of what takes the parts. */
const isInflateError = (error: unknown): boolean => error instanceof Error && 'code' in error
