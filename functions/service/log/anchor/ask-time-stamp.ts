import { toBase64, toHex, utf8 } from '@tallystick/engine/base'
import { formatTimeStampRequest, parseNote, parseTimeStampResponse, timeStampQueryType } from '@tallystick/engine/log'
import { sha256 } from '../../platform/hasher.ts'
import { postOutside } from './outside-request.ts'

const randomByteCount = 7

/**
 * The answer (TimeStampResp, RFC 3161) of an authority to the text of a note, in base64; undefined unless it stamps the
 * text's SHA-256 with our nonce. Does not verify the authority's signature: whoever relies on the stamp does, with
 * certificates of their trust.
 */
export async function askTimeStamp(url: string, note: string): Promise<string | undefined> {
  const parsed = parseNote(note)
  if (!parsed.ok) throw new Error(`A note of ours is none: ${parsed.detail}`)
  const hash = sha256(utf8(parsed.value.text))
  // The first bit is 1, so that the nonce has one spelling, however the authority treats leading zeros.
  const nonce = Uint8Array.of(0x80, ...crypto.getRandomValues(new Uint8Array(randomByteCount)))
  const answer = await postOutside(url, { type: timeStampQueryType, body: formatTimeStampRequest({ hash, nonce }) })
  if (answer?.status !== 200) return undefined
  const stamp = parseTimeStampResponse(answer.bytes)
  if (!stamp.ok || stamp.value.hash !== toHex(hash) || stamp.value.nonce !== toHex(nonce)) return undefined
  return toBase64(answer.bytes)
}
