import type { KeyRecord } from '../../schema/key.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { keyStore } from '../store/key-store.ts'
import { toKeyRecord } from './key-record.ts'

interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of the tenant's keys, newest first. Throws `invalid_cursor`. */
export async function listKeys(store: ReturnType<typeof keyStore>, tenantId: string, query: PageQuery) {
  const bound = [tenantId, 'keys']
  const position = decodeCursor(bound, query.cursor, ['number', 'string'])
  const before = position && { createdAt: position[0], id: position[1] }
  const keys = await store.list(tenantId, { limit: query.limit + 1, before })
  const shown = keys.slice(0, query.limit)
  const last = keys.length > query.limit ? shown.at(-1) : undefined
  const data: KeyRecord[] = shown.map(toKeyRecord)
  return { data, nextCursor: last === undefined ? null : encodeCursor(bound, [last.createdAt, last.id]) }
}
