import type { RowFault } from '../rows/row-fault.ts'
import type { FileFormat } from './format.ts'
import { recogniseFormat } from './recognise-format.ts'
import { misnamedZip, refusedFormats } from './refused-formats.ts'

interface FileHead {
  add(bytes: Uint8Array): void
  /** The fault of a file in a refused format, or of a zip that was sent as another format. */
  refusal(): RowFault | undefined
}

/** More than the formats' sniffers look at. */
const headByteCount = 2_048

export function createFileHead({ name }: FileFormat): FileHead {
  const head = new Uint8Array(headByteCount)
  let length = 0
  const formats = archiveNames.has(name) ? refusedFormats : [...refusedFormats, misnamedZip]
  return {
    add(bytes) {
      if (length === headByteCount) return
      const taken = bytes.subarray(0, headByteCount - length)
      head.set(taken, length)
      length += taken.length
    },
    refusal() {
      const refused = recogniseFormat(head.subarray(0, length), true, formats)
      return refused && refusalFault(refused.refusal)
    },
  }
}

const archiveNames: ReadonlySet<string> = new Set(['xlsx', 'ods', 'zip'])

export const refusalFault = (detail: string): RowFault => ({
  line: 1,
  column: null,
  field: null,
  code: 'invalid_record',
  detail,
})
