import { askOutside, type OutsideAnswer } from '../../platform/outside-request.ts'

/** A small part of the minute between two calls of the scheduled handler. */
const waitMilliseconds = 10_000
const answerByteCountMax = 256 * 1024

/** Undefined for an answer of more than 256 KB, or none within ten seconds. Follows no redirect. Never throws. */
export async function postOutside(
  url: string,
  { type, body }: { readonly type: string; readonly body: string | Uint8Array },
): Promise<OutsideAnswer | undefined> {
  const headers = { 'Content-Type': type }
  const answer = await askOutside(url, { method: 'POST', headers, body, waitMilliseconds, answerByteCountMax })
  return answer?.isCut ? undefined : answer
}
