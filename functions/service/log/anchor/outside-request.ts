import { joinBytes } from '@tallystick/engine/base'

/** Asking services that are not ours: they may be slow, answer with anything, or send the request elsewhere. */

/** A handler of a minute waits no longer for one of them. */
const waitMilliseconds = 10_000
/** Far above any answer that is read. */
const answerByteCountMax = 256 * 1024

export interface OutsideAnswer {
  readonly status: number
  /** The media type, without parameters. */
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * Posts `body`. Undefined where nobody answers within ten seconds, the answer is longer than 256 KB, or it is a redirect.
 * Never throws.
 */
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
