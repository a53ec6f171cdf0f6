import type { Sha256, VerifySignature } from '@tallystick/engine'

/** What verifying evidence needs of its platform. */
export interface VerifyPlatform {
  readonly sha256: Sha256
  /** Whether an Ed25519 signature (RFC 8032) holds. */
  readonly verifySignature: VerifySignature
  /** The time, in milliseconds since the epoch. */
  readonly now: () => number
}
