import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

/**
 * Chooses among `offered` media types by `Accept` (RFC 9110 §12.5.1), the first offered winning a tie, and leaves the
 * choice in `mediaType`. An Accept that takes none of them ends in `not_acceptable`.
 */
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
  let best: { readonly type: string; readonly quality: number } | undefined
  for (const type of offered) {
    const quality = qualityOf(type, ranges)
    if (quality > (best?.quality ?? 0)) best = { type, quality }
  }
  return best?.type
}

interface MediaRange {
  readonly type: string
  readonly quality: number
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

/** The quality that the most specific range covering `type` gives it; 0 when none does. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const wildcard = `${type.split('/')[0]}/*`
  const range = [type, wildcard, '*/*']
    .map((wanted) => ranges.find((candidate) => candidate.type === wanted))
    .find((found) => found !== undefined)
  return range?.quality ?? 0
}
