import { joinBytes } from '@tallystick/engine/base'

/** Requests to services that are not ours, which may be slow, answer anything, or redirect. */

export interface OutsideRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly waitMilliseconds: number
  readonly answerByteCountMax: number
}

export interface OutsideAnswer {
  readonly status: number
  /** The media type in lower case, without parameters. */
  readonly type: string
  readonly bytes: Uint8Array
  /** Whether the answer went on behind `answerByteCountMax`. */
  readonly isCut: boolean
}

/** Undefined without a whole or long enough answer in time. Follows no redirect. Never throws. */
export async function askOutside(
  url: string,
  { method, headers, body, waitMilliseconds, answerByteCountMax }: OutsideRequest,
): Promise<OutsideAnswer | undefined> {
  // A signal with a time of its own keeps its timer after the answer, and an isolate has a bound on timers.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), waitMilliseconds)
  try {
    const init = { method, headers, redirect: 'manual', signal: limit.signal } as const
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    const [mediaType = ''] = (response.headers.get('Content-Type') ?? '').split(';')
    const read = await readBounded(response, answerByteCountMax)
    return { status: response.status, type: mediaType.trim().toLowerCase(), ...read }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function readBounded({ body }: Response, byteCountMax: number): Promise<Pick<OutsideAnswer, 'bytes' | 'isCut'>> {
  const parts: Uint8Array[] = []
  let byteCount = 0
  for await (const part of body ?? []) {
    parts.push(part.subarray(0, byteCountMax - byteCount))
    byteCount += part.length
    // Leaving the loop cancels the rest of the answer.
    if (byteCount > byteCountMax) return { bytes: joinBytes(parts), isCut: true }
  }
  return { bytes: joinBytes(parts), isCut: false }
}
