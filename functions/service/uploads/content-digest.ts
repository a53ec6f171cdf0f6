import { ProblemError } from '../http/problem.ts'

/** The `Content-Digest` of a body (RFC 9530): a dictionary (RFC 8941) of hashes, `sha-256=:<base64>:`. */

const hashLength = 32

/** The SHA-256 in the header; other hashes are ignored. Throws `invalid_header` without a valid one. */
export function readContentDigest(header: string | undefined): Uint8Array<ArrayBuffer> {
  const members = (header ?? '').split(',').map((member) => member.trim())
  const values = members.flatMap((member) => /^sha-256=:([A-Za-z0-9+/]+={0,2}):$/.exec(member)?.[1] ?? [])
  const [value] = values
  const bytes = value === undefined ? undefined : bytesOf(value)
  if (values.length !== 1 || bytes?.length !== hashLength)
    throw new ProblemError('invalid_header', {
      detail: 'A part is sent with the Content-Digest sha-256=:<base64 of its SHA-256>: (RFC 9530).',
    })
  return bytes
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
