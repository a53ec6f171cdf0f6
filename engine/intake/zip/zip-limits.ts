import type { Fault } from '../rows/intake-limits.ts'

/** What an archive may take: it is held in memory as a whole, and what is in it is read from there. */
export const zipLimits = {
  packedByteCount: 16 * 1024 * 1024,
  /** Of all files together, those of an archive inside it included. */
  unpackedByteCount: 48 * 1024 * 1024,
  fileCount: 2_000,
} as const

/** What an archive, and the workbooks in it, may still unpack to. */
export interface UnpackBudget {
  byteCount: number
}

/** The budget of a file that was sent. */
export const createUnpackBudget = (): UnpackBudget => ({ byteCount: zipLimits.unpackedByteCount })

/** The fault of an archive that is no sound one. */
export const zipFault = (detail: string): Fault => ({ code: 'malformed_file', detail })

/** The fault of a packed file that is too large to be held. */
export const tooLargeFault: Fault = {
  code: 'dataset_too_large',
  detail: `Got a packed file of more than ${zipLimits.packedByteCount / 1024 / 1024} MB, wanted at most that: export as CSV, which may be larger`,
}

/** The fault of one that becomes too large. */
export const tooLargeUnpackedFault: Fault = {
  code: 'dataset_too_large',
  detail: `Got a packed file whose content is larger than ${zipLimits.unpackedByteCount / 1024 / 1024} MB, wanted at most that: export as CSV, which may be larger`,
}
