import { indexOriginOf } from '@tallystick/engine'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { answerFile, noteAnswer } from '../log/answer-log.ts'
import { logOriginOf } from '../log/log-signer.ts'
import { bucketOf } from '../store/bucket.ts'
import { type LogObjects, logObjects } from '../store/log-objects.ts'
import { NotConfiguredError } from '../store/required.ts'

/** Answers with the newest published checkpoint of the index of all logs. Throws `checkpoint_not_found`. One read of R2. */
export async function answerIndexCheckpoint(c: Context<AppEnv>): Promise<Response> {
  const published = await indexObjectsOf(c.env).newest()
  if (published === undefined) throw new ProblemError('checkpoint_not_found')
  return noteAnswer(published.note)
}

/** Answers with a file of the index as `answerFile` does, to everybody alike. */
export const answerIndexFile = (c: Context<AppEnv>, path: string): Promise<Response> =>
  answerFile(c, indexObjectsOf(c.env), { path, isPublic: true })

/** The public files of the index. Throws `NotConfiguredError` without LOG_ORIGIN or a bucket. */
function indexObjectsOf(env: Env): LogObjects {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new NotConfiguredError('LOG_ORIGIN is not set, or cannot name a log')
  return logObjects(bucketOf(env), indexOriginOf(logOrigin))
}
