import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { requiredOf } from '../store/required.ts'

/** The host does not matter: the binding looks at the path alone. */
const origin = 'https://assets.invalid'

/**
 * The static asset at `path`, as `c.var.mediaType`, with its ETag: 304 when the caller has it already. Caches ask before
 * they use it again. Throws `NotConfiguredError` without the binding, and an error when the build
 * made no such file.
 */
export async function answerAsset(c: Context<AppEnv>, path: string): Promise<Response> {
  const condition = c.req.header('If-None-Match')
  const headers = condition === undefined ? {} : { 'If-None-Match': condition }
  const { ok, status, body, headers: sent } = await requiredOf(c.env, 'ASSETS').fetch(`${origin}${path}`, { headers })
  const isUnchanged = status === notModified
  if (!ok && !isUnchanged) throw new Error(`The asset ${path} is not there`)
  return new Response(isUnchanged ? null : body, {
    status,
    headers: {
      ...(!isUnchanged && { 'Content-Type': c.var.mediaType }),
      ETag: sent.get('ETag') ?? '',
      'Cache-Control': 'no-cache',
      Vary: 'Accept',
    },
  })
}

const notModified = 304
