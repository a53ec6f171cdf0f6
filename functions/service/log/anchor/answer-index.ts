import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ProblemError } from '../../http/problem.ts'
import { answerFile, noteAnswer } from '../answer-log.ts'
import { indexLogObjects } from '../own-log.ts'

/** Answers with the checkpoint of the index log. Throws `checkpoint_not_found`. One read of R2. */
export async function answerIndexCheckpoint(c: Context<AppEnv>): Promise<Response> {
  const published = await indexLogObjects(c.env).newest()
  if (published === undefined) throw new ProblemError('checkpoint_not_found')
  return noteAnswer(published.note)
}

/** As `answerFile`, for the index log, which everybody may read. */
export const answerIndexFile = (c: Context<AppEnv>, path: string): Promise<Response> =>
  answerFile(c, indexLogObjects(c.env), { path, isPublic: true })
