import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { requiredOf } from '../store/required.ts'

/** The binding ignores the host. */
const origin = 'https://assets.invalid'

/** As `findAsset`, but throws when the build made no such file. */
export async function answerAsset(c: Context<AppEnv>, path: string): Promise<Response> {
  const answer = await findAsset(c, path)
  if (answer === undefined) throw new Error(`The asset ${path} is not there`)
  return answer
}

/** The asset, or 304 when the caller has it; caches ask before each use. Undefined when the build made no such file. */
export async function findAsset(c: Context<AppEnv>, path: string): Promise<Response | undefined> {
  const condition = c.req.header('If-None-Match')
  const headers = condition === undefined ? {} : { 'If-None-Match': condition }
  const { ok, status, body, headers: sent } = await requiredOf(c.env, 'ASSETS').fetch(`${origin}${path}`, { headers })
  const isUnchanged = status === notModified
  if (!ok && !isUnchanged) return undefined
  return new Response(isUnchanged ? null : body, {
    status,
    headers: {
      ...(!isUnchanged && { 'Content-Type': withCharset(c.var.mediaType) }),
      ETag: sent.get('ETag') ?? '',
      'Cache-Control': 'no-cache',
      Vary: 'Accept',
    },
  })
}

/** Text that is no JSON states its encoding (RFC 2046 §4.1.2). */
const withCharset = (mediaType: string): string =>
  mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType

const notModified = 304
