import { at } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

/** Sets `mediaType` by `Accept` (RFC 9110 §12.5.1); in a tie the first wins. Throws `not_acceptable`. */
export const negotiate = (offered: readonly string[]) =>
  async function negotiate(c: Context<AppEnv>, next: () => Promise<void>) {
    const chosen = choose(offered, c.req.header('Accept'))
    if (chosen === undefined)
      throw new ProblemError('not_acceptable', { detail: `This route offers ${offered.join(', ')}.` })
    c.set('mediaType', chosen)
    await next()
  }

function choose(offered: readonly string[], accept: string | undefined): string | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = accept.split(',').map(parseRange)
  let best: string | undefined
  let bestQuality = 0
  for (const type of offered) {
    const quality = qualityOf(type, ranges)
    if (quality > bestQuality) [best, bestQuality] = [type, quality]
  }
  return best
}

interface MediaRange {
  readonly type: string
  readonly quality: number
}

function parseRange(text: string): MediaRange {
  const parts = text.split(';').map((part) => part.trim().toLowerCase())
  const [type, parameters] = [at(parts, 0), parts.slice(1)]
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

/** The quality that the most specific range covering `type` gives it; 0 when no range covers it. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const wildcard = `${type.split('/')[0]}/*`
  const range = [type, wildcard, '*/*']
    .map((wanted) => ranges.find((candidate) => candidate.type === wanted))
    .find((found) => found !== undefined)
  return range?.quality ?? 0
}
