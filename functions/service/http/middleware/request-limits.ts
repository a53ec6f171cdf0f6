import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'

export const urlByteCountMax = 8192

/** Refuses a URL over 8 KB and a body with a Content-Encoding, before anything is looked up. */
export const requestLimits = () =>
  async function requestLimits(c: Context<AppEnv>, next: () => Promise<void>) {
    if (c.req.url.length > urlByteCountMax)
      throw new ProblemError('payload_too_large', { detail: `A URL has at most ${urlByteCountMax} bytes.` })
    const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase()
    if (encoding !== undefined && encoding !== '' && encoding !== 'identity')
      throw new ProblemError('unsupported_content_encoding')
    await next()
  }
