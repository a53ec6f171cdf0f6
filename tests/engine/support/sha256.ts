import { createHash } from 'node:crypto'
import type { Sha256 } from '../../../engine/index.ts'

/** Node's SHA-256 of the concatenation of the parts. */
export const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

/** SHA-256 in lower-case hex. */
export const sha256Hex = (...parts: readonly Uint8Array[]): string => Buffer.from(sha256(...parts)).toString('hex')
