import { timestampOf } from '@tallystick/audit/base/timestamp'
import { partByteCountUsual, refusal, type UploadRecord, uploadStates } from '@tallystick/schema/upload'
import type { UploadPartRow, UploadRow } from '../store/upload-store.ts'

/** Throws for a row in a state that no answer shows. */
export function uploadRecordOf(row: UploadRow, parts: readonly UploadPartRow[]): UploadRecord {
  const state = uploadStates.find((each) => each === row.state)
  if (state === undefined) throw new Error(`An upload in the state ${row.state} is shown to nobody`)
  return {
    id: row.id,
    state,
    name: row.name,
    adapter: row.adapter,
    byteCount: row.byteCount,
    receivedByteCount: state === 'receiving' ? parts.reduce((sum, { byteCount }) => sum + byteCount, 0) : row.byteCount,
    readByteCount: row.readBytes,
    partByteCount: Math.min(partByteCountUsual, row.byteCount),
    parts: parts.map(({ number, byteCount, sha256 }) => ({ number, byteCount, sha256 })),
    refusal: row.refusal === null ? null : refusal.parse(JSON.parse(row.refusal)),
    createdAt: timestampOf(row.createdAt),
    createdBy: row.createdBy,
    expiresAt: timestampOf(row.expiresAt),
  }
}
