import type { Sha256 } from '@tallystick/engine/base'
import type { VerifySignature } from '@tallystick/engine/log'

export interface VerifyPlatform {
  readonly sha256: Sha256
  readonly verifySignature: VerifySignature
  readonly now: () => number
}
