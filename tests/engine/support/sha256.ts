import { hash } from 'node:crypto'
import type { Sha256 } from '../../../engine/base/hasher.ts'

/** Node's SHA-256 of the concatenation of the parts. */
export const sha256: Sha256 = (...parts) => {
  const [only] = parts
  const message = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  // One call and a digest as text of one character a byte take a third of the time of a hash that is updated.
  return Uint8Array.from(Buffer.from(hash('sha256', message, 'binary'), 'binary'))
}

/** SHA-256 in lower-case hex. */
export const sha256Hex = (...parts: readonly Uint8Array[]): string => Buffer.from(sha256(...parts)).toString('hex')
