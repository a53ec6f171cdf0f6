import type { Fault } from '../rows/intake-limits.ts'

export const zipLimits = {
  packedByteCount: 16 * 1024 * 1024,
  /** The bytes of all files together, those of archives inside included. */
  unpackedByteCount: 48 * 1024 * 1024,
  fileCount: 2_000,
} as const

/** How many bytes an archive, with the workbooks in it, may still unpack to. */
export interface UnpackBudget {
  byteCount: number
}

export const createUnpackBudget = (): UnpackBudget => ({ byteCount: zipLimits.unpackedByteCount })

export const zipFault = (detail: string): Fault => ({ code: 'malformed_file', detail })

export const tooLargeFault: Fault = {
  code: 'dataset_too_large',
  detail: `Got a packed file of more than ${zipLimits.packedByteCount / 1024 / 1024} MB, wanted at most that: export as CSV, which may be larger`,
}

export const tooLargeUnpackedFault: Fault = {
  code: 'dataset_too_large',
  detail: `Got a packed file whose content is larger than ${zipLimits.unpackedByteCount / 1024 / 1024} MB, wanted at most that: export as CSV, which may be larger`,
}
