import { joinBytes } from '@tallystick/engine/base'

/** Requests to services that are not ours, which may be slow, answer anything, or redirect. */

/** A small part of the minute between two calls of the scheduled handler. */
const waitMilliseconds = 10_000
const answerByteCountMax = 256 * 1024

export interface OutsideAnswer {
  readonly status: number
  readonly type: string
  readonly bytes: Uint8Array
}

/** Undefined for a redirect, an answer of more than 256 KB, or none within ten seconds. Never throws. */
export async function postOutside(
  url: string,
  { type, body }: { readonly type: string; readonly body: string | Uint8Array },
): Promise<OutsideAnswer | undefined> {
  const limit = AbortSignal.timeout(waitMilliseconds)
  try {
    const headers = { 'Content-Type': type }
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
    const bytes = await readBounded(response)
    const [mediaType = ''] = (response.headers.get('Content-Type') ?? '').split(';')
    return bytes && { status: response.status, type: mediaType.trim().toLowerCase(), bytes }
  } catch {
    return undefined
  }
}

async function readBounded(response: Response): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array(0)
  const parts: Uint8Array[] = []
  let byteCount = 0
  for await (const part of response.body) {
    byteCount += part.length
    if (byteCount > answerByteCountMax) return undefined
    parts.push(part)
  }
  return parts.length === 0 ? new Uint8Array(0) : joinBytes(parts)
}
