import { uint32At } from '../../base/at.ts'
import type { DatasetLimits, Fault } from '../rows/intake-limits.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { DatasetChunks } from './dataset-chunks.ts'

export const recordByteCountMax = 65_536

/** The canonical lines of records that are to be added, and the lines of the file on which they begin. */
interface NewLines {
  readonly count: number
  readonly lineByteCounts: Uint32Array
  readonly lines: Uint32Array
}

/** Checks new lines: false, with a fault, if one is too long or the dataset gets too many. */
export function createBoundCheck(
  chunks: DatasetChunks,
  faults: FaultLog,
  limits: DatasetLimits,
): (added: NewLines) => boolean {
  return ({ count, lineByteCounts, lines }) => {
    let byteCountAll = chunks.byteCount()
    for (let row = 0; row < count; row++) {
      const byteCount = uint32At(lineByteCounts, row)
      byteCountAll += byteCount
      const ofRecord = byteCount - 1 > recordByteCountMax ? recordFault(byteCount - 1) : undefined
      const fault = ofRecord ?? datasetFault(chunks.lineCount() + row, byteCountAll, limits)
      if (fault === undefined) continue
      faults.add({ line: uint32At(lines, row), column: null, field: null, ...fault })
      if (ofRecord === undefined) faults.close()
      return false
    }
    return true
  }
}

const recordFault = (byteCount: number): Fault => ({
  code: 'record_too_large',
  detail: `Got a record of ${byteCount} bytes, wanted at most ${recordByteCountMax}`,
})

/** `byteCount` counts the new line with its newline, `lineCount` the lines before. */
function datasetFault(
  lineCount: number,
  byteCount: number,
  { recordCountMax, byteCountMax }: DatasetLimits,
): Fault | undefined {
  if (lineCount >= recordCountMax)
    return {
      code: 'too_many_records',
      detail: `Got more than ${recordCountMax} records, wanted at most that: send them in several uploads`,
    }
  if (byteCount <= byteCountMax) return undefined
  const detail = `Got records of more than ${byteCountMax} bytes as they are stored, wanted at most that: send fewer columns, shorter names of columns, or several uploads`
  return { code: 'dataset_too_large', detail }
}
