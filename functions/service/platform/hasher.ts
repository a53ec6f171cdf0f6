import { createLaneHasher } from '@tallystick/audit/sha256/lane-hasher'
import lanes from '@tallystick/audit/sha256/sha256-lanes.wasm'
import type { Sha256 } from '@tallystick/engine/base'

/**
 * SHA-256 (FIPS 180-4) of the concatenation of `parts`, synchronous, for many short messages. A call of `node:crypto`
 * takes microseconds, more than hashing a line here, and WebCrypto has to be awaited. Hashing many lines in one call is
 * many times as fast.
 */
export const sha256: Sha256 = createLaneHasher(lanes)
