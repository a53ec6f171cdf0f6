import type { SignoffEntry } from '@tallystick/engine/log'
import { parseLogEntry } from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { SignoffRecord } from '@tallystick/schema/signoff'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import type { SignoffRow } from '../store/act-store.ts'
import { namesOfActors } from '../store/actor-names.ts'
import type { Database } from '../store/database.ts'

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

/** With the names of their actors: a query where one of them did not sign. */
export async function signoffRecords(
  db: Database,
  tenantId: string,
  rows: readonly SignoffRow[],
): Promise<SignoffRecord[]> {
  const entries = rows.map((row) => ({ row, entry: entryOf(row) }))
  const others = entries.flatMap(({ entry }) => (signerOf(entry) === undefined ? [entry.actor] : []))
  const names = others.length === 0 ? new Map<string, string>() : await namesOfActors(db, tenantId, others)
  return entries.map(({ row, entry }) =>
    recordOf(row, entry, signerOf(entry)?.name ?? names.get(entry.actor) ?? entry.actor),
  )
}

/** Who signed, where that is the actor. */
const signerOf = ({ act, actor, submittedBy, approvedBy }: SignoffEntry) =>
  [act === 'submit' ? submittedBy : approvedBy].find((signer) => signer?.id === actor) ?? undefined

function recordOf({ reason, sequence, leafHash }: SignoffRow, entry: SignoffEntry, name: string): SignoffRecord {
  const { act, edition, completedAt, actor, submittedBy, approvedBy, root } = entry
  return {
    ...{ act, edition, time: completedAt, actor, name, reason, root, sequence, leafHash },
    submittedBy: { ...submittedBy },
    approvedBy: approvedBy && { ...approvedBy },
  }
}
