import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { cacheAnswer, type FinalAnswer, readCachedAnswer } from '../store/answer-cache.ts'
import { type Claim, refuseOther } from './claim.ts'

/**
 * The answer that this request got before, if the cache has it; to be called after API key and scope were checked.
 * Throws `idempotency_key_reused` when the idempotency key belongs to another request.
 */
export async function replayCached(c: Context<AppEnv>, claim: Claim): Promise<Response | undefined> {
  const answer = await readCachedAnswer(c.env.KV, claim.keyHash, c.var.isolate.now())
  if (answer === undefined) return undefined
  refuseOther(answer.fingerprint, claim)
  return createReplay(answer)
}

/** The answer to a retry, from D1: the first answer byte for byte, marked as replayed. It is cached for later retries. */
export function answerAgain(c: Context<AppEnv>, claim: Claim, answer: FinalAnswer): Response {
  cacheLater(c, claim, answer)
  return createReplay(answer)
}

/** The first answer to a request, as JSON. With a claim it is cached for retries, after it has gone out. */
export function answerFirst(
  c: Context<AppEnv>,
  claim: Claim | undefined,
  answer: Pick<FinalAnswer, 'resource' | 'status' | 'body'>,
): Response {
  if (claim) cacheLater(c, claim, { ...answer, fingerprint: claim.fingerprint, expiresAt: claim.expiresAt })
  return createAnswer(answer)
}

/** The root-relative path of a run or dataset by its id: what `Location` and `links.self` say. */
export const pathOf = (id: string): string => `/api/v1/${id.startsWith('run_') ? 'runs' : 'datasets'}/${id}`

function cacheLater(c: Context<AppEnv>, claim: Claim, answer: FinalAnswer): void {
  c.executionCtx.waitUntil(cacheAnswer(c.env.KV, { keyHash: claim.keyHash, answer, now: c.var.isolate.now() }))
}

const createReplay = (answer: FinalAnswer): Response => createAnswer(answer, { 'Idempotent-Replayed': 'true' })

const createAnswer = (
  answer: Pick<FinalAnswer, 'resource' | 'status' | 'body'>,
  headers: Record<string, string> = {},
): Response =>
  new Response(answer.body, {
    status: answer.status,
    headers: { 'Content-Type': 'application/json', Location: pathOf(answer.resource), ...headers },
  })
