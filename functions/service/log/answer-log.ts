import { toHex } from '@tallystick/engine/base'
import { parseTilePath } from '@tallystick/engine/log'
import { logSchemaVersion } from '@tallystick/schema/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { databaseOf, queries } from '../store/database.ts'
import type { LogObjects } from '../store/log-objects.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { ownLogObjects } from './own-log.ts'
import { readLogFile } from './read-log-file.ts'

/**
 * Answers with the newest published checkpoint of the tenant's log. A log that was never published, since it was sealed
 * before there was a bucket, has the checkpoint of its newest receipt. Throws `checkpoint_not_found`. One read of R2.
 */
export async function answerCheckpoint(c: Context<AppEnv>): Promise<Response> {
  const { tenantId } = c.var.identity
  const published = await ownLogObjects(c.env, tenantId).newest()
  const note = published?.note ?? (await noteOfNewestReceipt(c, tenantId))
  if (note === null) throw new ProblemError('checkpoint_not_found')
  return noteAnswer(note)
}

/** The answer that a signed note is. */
export const noteAnswer = (note: string): Response =>
  new Response(note, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

async function noteOfNewestReceipt(c: Context<AppEnv>, tenantId: string): Promise<string | null> {
  const [newest] = await receiptStore(queries(databaseOf(c.env, tenantId))).newest(tenantId)
  return newest?.checkpoint ?? null
}

/** Answers with a file of the tenant's log as `answerFile` does. */
export const answerLogFile = (c: Context<AppEnv>, path: string): Promise<Response> =>
  answerFile(c, ownLogObjects(c.env, c.var.identity.tenantId), { path, isPublic: false })

/**
 * Answers with the bytes of a tile or an entry bundle of a log, which never change. Throws `tile_not_found` for a path that
 * is none of C2SP tlog-tiles, and for what the published log does not have. One read of R2, or three.
 */
export async function answerFile(
  c: Context<AppEnv>,
  objects: LogObjects,
  { path, isPublic }: { readonly path: string; readonly isPublic: boolean },
): Promise<Response> {
  const name = parseTilePath(path)
  if (!name.ok) throw new ProblemError('tile_not_found', { detail: `${name.detail}.` })
  const bytes = await readLogFile(objects, name.value)
  if (bytes === undefined) throw new ProblemError('tile_not_found')
  const parts = { root: toHex(sha256(bytes)), query: [], schemaVersion: logSchemaVersion, isPublic }
  return answerImmutable(
    c,
    parts,
    async () => new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } }),
  )
}
