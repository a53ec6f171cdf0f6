import type { SignoffEntry } from '@tallystick/engine/log'
import { parseLogEntry } from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { SignoffRecord } from '@tallystick/schema/signoff'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import type { SignoffRow } from '../store/act-store.ts'

/** The entry of a stored sign-off. Throws `records_altered` where the row is not that of its entry. */
export function entryOf({ id, line, leafHash, sequence }: SignoffRow): SignoffEntry {
  const entry = parseLogEntry(line)
  const isSound =
    entry.ok &&
    entry.value.kind === 'tallystick/signoff@1' &&
    entry.value.id === id &&
    entry.value.sequence === sequence &&
    hashOfLine(sha256, line) === leafHash
  if (!isSound || entry.value.kind !== 'tallystick/signoff@1')
    throw recordsAltered('A sign-off of the period was changed after it was stored.')
  return entry.value
}

export function signoffRecordOf(row: SignoffRow): SignoffRecord {
  const { act, edition, completedAt, actor, submittedBy, approvedBy, root } = entryOf(row)
  const { reason, sequence, leafHash } = row
  return {
    ...{ act, edition, time: completedAt, actor, reason, root, sequence, leafHash },
    submittedBy: { ...submittedBy },
    approvedBy: approvedBy && { ...approvedBy },
  }
}
