import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

/** Resources whose changes name the version that the caller has seen, by `If-Match` (RFC 9110 §13.1.1). */

export const etagOf = (version: number): string => `"${version}"`

/** Throws `precondition_required` without `If-Match`, and `precondition_failed` unless it names `version`. */
export function requireMatch(c: Context<AppEnv>, version: number): void {
  const header = c.req.header('If-Match')
  if (header === undefined)
    throw new ProblemError('precondition_required', {
      detail: 'This change needs If-Match with the ETag that it is of.',
    })
  const tags = header.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(etagOf(version))) return
  throw stale(version)
}

/** The problem of a change to another version than that which is stored. */
export const stale = (version: number): ProblemError =>
  new ProblemError('precondition_failed', {
    detail: `It has changed meanwhile: its ETag is ${etagOf(version)}.`,
    headers: { ETag: etagOf(version) },
  })
