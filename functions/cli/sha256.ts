import { createHash } from 'node:crypto'
import type { Sha256 } from '@tallystick/engine'

/** SHA-256 (FIPS 180-4) of the concatenation of `parts`, by the platform. */
export const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
