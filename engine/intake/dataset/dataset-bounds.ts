import type { DatasetLimits, Fault } from '../rows/intake-limits.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { DatasetChunks } from './dataset-chunks.ts'

export const recordByteCountMax = 65_536

/** Checks the line just written: false, with a fault, if it is too long or the dataset has too many lines. */
export function createBoundCheck(
  chunks: DatasetChunks,
  faults: FaultLog,
  limits: DatasetLimits,
): (line: number) => boolean {
  return (line) => {
    const byteCount = chunks.lineByteCount()
    const ofRecord = byteCount > recordByteCountMax ? recordFault(byteCount) : undefined
    const fault = ofRecord ?? datasetFault(chunks, limits)
    if (fault === undefined) return true
    faults.add({ line, column: null, field: null, ...fault })
    if (ofRecord === undefined) faults.close()
    return false
  }
}

const recordFault = (byteCount: number): Fault => ({
  code: 'record_too_large',
  detail: `Got a record of ${byteCount} bytes, wanted at most ${recordByteCountMax}`,
})

function datasetFault(chunks: DatasetChunks, { recordCountMax, byteCountMax }: DatasetLimits): Fault | undefined {
  if (chunks.lineCount() >= recordCountMax)
    return {
      code: 'too_many_records',
      detail: `Got more than ${recordCountMax} records, wanted at most that: send them in several uploads`,
    }
  if (chunks.byteCount() + chunks.lineByteCount() < byteCountMax) return undefined
  const detail = `Got records of more than ${byteCountMax} bytes as they are stored, wanted at most that: send fewer columns, shorter names of columns, or several uploads`
  return { code: 'dataset_too_large', detail }
}
