import { hash } from 'node:crypto'
import type { Sha256 } from '@tallystick/engine'

/** SHA-256 (FIPS 180-4) of the concatenation of `parts`, by the platform: one call each, as most are of few bytes. */
export const sha256: Sha256 = (...parts) => {
  const [only] = parts
  return hash('sha256', only !== undefined && parts.length === 1 ? only : Buffer.concat(parts), 'buffer')
}
