import { Inflate } from 'fflate'
import type { Fault } from '../rows/intake-limits.ts'
import { shown } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { crc32 } from './crc32.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'
import { tooLargeUnpackedFault, type UnpackBudget, zipFault } from './zip-limits.ts'

export interface ZipFile {
  readonly name: string
  /** The size that the archive states. If the file unpacks to another size, that is a fault. */
  readonly byteCount: number
  /** Gives the file in parts of at most 64 KB, until `take` returns false. Damage may show only after some parts. */
  unpack(take: TakePart): Steps<Fault | undefined>
}

/** Takes a part of a file, at once or in steps. False if no further part is wanted. */
type TakePart = (part: Uint8Array) => boolean | Steps<boolean>

/** Lists the files of a whole archive. Their stated sizes are taken from the budget, which they must not exceed. */
export function openZip(bytes: Uint8Array, budget: UnpackBudget): readonly ZipFile[] | Fault {
  const entries = readZipDirectory(bytes)
  if ('detail' in entries) return entries
  const byteCount = entries.reduce((sum, entry) => sum + entry.byteCount, 0)
  if (byteCount > budget.byteCount) return tooLargeUnpackedFault
  budget.byteCount -= byteCount
  return entries.map((entry) => ({
    name: entry.name,
    byteCount: entry.byteCount,
    unpack: (take) => unpackEntry(entry, take),
  }))
}

/** A packed part of this size unpacks to at most about 2 MB. */
const packedPartByteCount = 2_048

const partByteCountMax = 65_536

function* unpackEntry(entry: ZipEntry, take: TakePart): Steps<Fault | undefined> {
  const { name, byteCount, checksum } = entry
  const other = zipFault(`Got the file ${shown(name)} damaged in its zip, wanted it whole: download or pack it again`)
  let length = 0
  let crc = 0
  try {
    for (const unpacked of unpackedParts(entry)) {
      length += unpacked.length
      if (length > byteCount) return other
      for (let start = 0; start < unpacked.length; start += partByteCountMax) {
        const part = unpacked.subarray(start, start + partByteCountMax)
        crc = crc32(part, crc)
        const taken = take(part)
        if (!(typeof taken === 'boolean' ? taken : yield* taken)) return undefined
        yield
      }
    }
  } catch (error) {
    if (isInflateError(error)) return other
    throw error
  }
  return length === byteCount && crc === checksum ? undefined : other
}

function* unpackedParts({ packed, isDeflated }: ZipEntry): Generator<Uint8Array> {
  if (!isDeflated) return yield packed
  let unpacked: Uint8Array[] = []
  const inflate = new Inflate((part) => unpacked.push(part))
  for (let offset = 0; offset < packed.length || offset === 0; offset += packedPartByteCount) {
    const next = offset + packedPartByteCount
    inflate.push(packed.subarray(offset, next), next >= packed.length)
    yield* unpacked
    unpacked = []
  }
}

/** Errors of the inflater have a `code`. Any other error is a bug in `take`, and is thrown. */
const isInflateError = (error: unknown): boolean => error instanceof Error && 'code' in error
