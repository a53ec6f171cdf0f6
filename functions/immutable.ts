import { toHex, utf8 } from '@tallystick/engine'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { sha256 } from './hasher.ts'

/** What an answer that never changes is made of, besides the query and media type of the request. */
export interface ImmutableContent {
  /** Root of the artifact that the answer shows. */
  readonly root: string
  /** The query with its defaults filled in, as member values in a fixed order. */
  readonly query: readonly (string | number | undefined)[]
  /** Version of the answer's shape: another shape is another answer. */
  readonly schemaVersion: string
}

/** The headers of an answer that never changes, with a strong ETag (RFC 9110 §8.8.3). */
export function immutableHeaders(c: Context<AppEnv>, content: ImmutableContent): Record<string, string> {
  const { root, query, schemaVersion } = content
  const text = JSON.stringify([root, query.map((value) => value ?? null), c.var.mediaType, schemaVersion])
  return {
    ETag: `"${toHex(sha256(utf8(text)))}"`,
    'Cache-Control': 'private, max-age=31536000, immutable',
    Vary: 'Accept, X-API-Key, Origin',
  }
}

/** Whether the client has this answer already (RFC 9110 §13.1.2): `If-None-Match` names its ETag, or any. */
export function isNotModified(c: Context<AppEnv>, etag: string): boolean {
  const condition = c.req.header('If-None-Match')
  if (condition === undefined) return false
  return condition.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
