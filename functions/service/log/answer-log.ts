import { toHex } from '@tallystick/engine/base'
import { parseTilePath } from '@tallystick/engine/log'
import { logSchemaVersion } from '@tallystick/schema/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { LogObjects } from '../store/log-objects.ts'
import { ownLogObjects } from './own-log.ts'
import { readLogFile } from './read-log-file.ts'

/** Answers with the newest checkpoint of a log. Throws `checkpoint_not_found`. One read of R2. */
export async function answerCheckpoint(c: Context<AppEnv>): Promise<Response> {
  const published = await ownLogObjects(c.env, c.var.identity.tenantId).newest()
  if (published === undefined) throw new ProblemError('checkpoint_not_found')
  return noteAnswer(published.note)
}

export const noteAnswer = (note: string): Response =>
  new Response(note, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

/** As `answerFile`, for the tenant's log. */
export const answerLogFile = (c: Context<AppEnv>, path: string): Promise<Response> =>
  answerFile(c, ownLogObjects(c.env, c.var.identity.tenantId), { path, isPublic: false })

/** Answers with a tile or an entry bundle. Throws `tile_not_found` for a malformed path and for a missing file. */
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
