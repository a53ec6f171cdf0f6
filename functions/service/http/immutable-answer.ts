import { toHex, utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import { sha256 } from '../platform/hasher.ts'
import type { AppEnv } from './app-env.ts'

/** Identifies an answer that never changes, together with its media type. */
interface ImmutableParts {
  readonly root: string
  /** The parameters of the request in a fixed order, with defaults filled in. */
  readonly query: readonly (readonly [name: string, value: string | number | undefined])[]
  readonly schemaVersion: string
  /** False for an answer that may still grow: caches ask before they use it again. */
  readonly isFinal?: boolean
  /** Whether everybody gets the same answer, so that caches may share it. */
  readonly isPublic?: boolean
}

/** The answer of `make` with a strong ETag, to be kept for ever; 304 if the caller has it (RFC 9110 §13.1.2). */
export async function answerImmutable(
  c: Context<AppEnv>,
  parts: ImmutableParts,
  make: () => Promise<Response>,
): Promise<Response> {
  const etag = etagOf(parts, c.var.mediaType)
  const response = hasAlready(c, etag) ? new Response(null, { status: 304 }) : await make()
  response.headers.set('ETag', etag)
  const sharing = parts.isPublic ? 'public' : 'private'
  const caching = parts.isFinal === false ? 'no-cache' : 'max-age=31536000, immutable'
  response.headers.set('Cache-Control', `${sharing}, ${caching}`)
  response.headers.set('Vary', parts.isPublic ? 'Accept' : 'Accept, X-API-Key, Origin')
  return response
}

function etagOf({ root, query, schemaVersion }: ImmutableParts, mediaType: string): string {
  const canonicalQuery = query.map(([name, value]) => [name, value ?? null])
  return `"${toHex(sha256(utf8(JSON.stringify([root, canonicalQuery, mediaType, schemaVersion]))))}"`
}

/** `If-None-Match` compares weakly: a cache on the way may have marked the tag as weak. */
function hasAlready(c: Context<AppEnv>, etag: string): boolean {
  const condition = c.req.header('If-None-Match')?.trim()
  if (condition === undefined) return false
  if (condition === '*') return true
  // Not split at commas, which a tag may contain.
  return [...condition.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}
