import { intakeLimits, type RowFault, recordByteCountMax, rowFaultCountMax } from '@tallystick/engine/intake'
import { ProblemError } from '../http/problem.ts'
import { datasetLimits, requestRecordCountMax } from './dataset-limits.ts'

/**
 * The problem of an unreadable upload: `payload_too_large` if a limit of size is exceeded, else `unreadable_record`.
 */
export function unreadable(faults: readonly RowFault[]): ProblemError {
  const tooLarge = faults.filter(({ code }) => Object.hasOwn(tooLargeDetails, code))
  const [first] = tooLarge
  if (first !== undefined) {
    const detail = `${tooLargeDetails[first.code]} Nothing was stored.`
    return new ProblemError('payload_too_large', { detail, errors: tooLarge })
  }
  const atLeast = faults.length < rowFaultCountMax ? '' : 'At least '
  const rows = faults.length === 1 ? 'One field' : `${atLeast}${faults.length} fields`
  return new ProblemError('unreadable_record', {
    detail: `${rows} cannot be read. Nothing was stored.`,
    errors: faults,
  })
}

const tooLargeDetails: { readonly [code in RowFault['code']]?: string } = {
  record_too_large: `A record may have at most ${recordByteCountMax} bytes.`,
  too_many_members: `A record may have at most ${intakeLimits.members} members.`,
  too_many_records: `A file in one request may have at most ${requestRecordCountMax} records, and one in parts ${datasetLimits.recordCountMax}.`,
  dataset_too_large: `A dataset may have at most ${datasetLimits.byteCountMax} bytes as it is stored, and a small one eight times the bytes of its file.`,
}
