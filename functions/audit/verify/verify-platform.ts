import type { Sha256 } from '@tallystick/engine/base'
import type { VerifySignature } from '@tallystick/engine/log'

/** What verifying evidence needs of its platform. */
export interface VerifyPlatform {
  readonly sha256: Sha256
  /** Whether an Ed25519 signature (RFC 8032) holds. */
  readonly verifySignature: VerifySignature
  /** The time, in milliseconds since the epoch. */
  readonly now: () => number
}
