import { toHex } from '@tallystick/engine/base'
import { checkpointInNote, cutFile, parseTilePath, pathOf, type TileName, tileAt } from '@tallystick/engine/log'
import { logSchemaVersion } from '@tallystick/schema/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { LogObjects } from '../store/log-objects.ts'
import { ownLogObjects } from './own-log.ts'

/** Answers with the newest published checkpoint of the tenant's log. Throws `checkpoint_not_found`. One read of R2. */
export async function answerCheckpoint(c: Context<AppEnv>): Promise<Response> {
  const published = await ownLogObjects(c.env, c.var.identity.tenantId).newest()
  if (published === undefined) throw new ProblemError('checkpoint_not_found')
  return noteAnswer(published.note)
}

/** The answer that a signed note is. */
export const noteAnswer = (note: string): Response =>
  new Response(note, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

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

/**
 * The bytes of a tile or of an entry bundle. A partial one that was never put, or was removed, is cut out of the wider one
 * that has its place, so that every width up to that of the published log can be read. Undefined where the log has no such
 * file. One read of R2, two more for what is cut out.
 */
async function readLogFile(objects: LogObjects, name: TileName): Promise<Uint8Array | undefined> {
  const found = await objects.read(pathOf(name))
  if (found !== undefined) return found
  const published = await objects.newest()
  const checkpoint = published && checkpointInNote(published.note)
  if (!checkpoint?.ok) return undefined
  const level = name.level === 'entries' ? 0 : name.level
  const widest = tileAt(checkpoint.value.size, { level, index: name.index })
  if (widest === undefined || widest.width <= name.width) return undefined
  const wider = await objects.read(pathOf({ ...name, width: widest.width }))
  return wider && cutFile(name, wider)
}
