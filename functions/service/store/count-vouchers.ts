import type { Env } from '../env.ts'
import { pepperedHash } from './peppered-hash.ts'
import type { Attempt } from './run-transitions.ts'

export interface CountedChunk {
  readonly view: string
  readonly seq: number
  readonly count: number
  readonly sha256: string
  readonly counts: string
}

/**
 * The voucher of a chunk's counts: hex of HMAC-SHA-256(pepper, "result-counts/1" ‖ 0 ‖ the JSON list below). Somebody
 * who can only write to the database cannot make one, so that a page may skip a chunk by vouched counts. Throws
 * `NotConfiguredError` without a pepper.
 */
export function voucherOfCounts(
  env: Pick<Env, 'KEY_PEPPER'>,
  tenantId: string,
  { runId, attempt, view, seq, count, sha256, counts }: CountedChunk & Attempt,
): string {
  const bound = JSON.stringify([tenantId, runId, attempt, view, seq, count, sha256, counts])
  return pepperedHash(env, `result-counts/1\0${bound}`)
}

/** Whether the counts of a chunk are as this Worker stored them, under the present `KEY_PEPPER`. */
export const areVouched = (
  env: Pick<Env, 'KEY_PEPPER'>,
  tenantId: string,
  { voucher, ...chunk }: CountedChunk & Attempt & { readonly voucher: string },
): boolean => voucher === voucherOfCounts(env, tenantId, chunk)
