import { verifySignature } from '@tallystick/audit/base/verify-signature'
import type { VerifyPlatform } from '@tallystick/audit/verify/verify-platform'
import { sha256 } from '../sha256.ts'

export const platform: VerifyPlatform = { sha256, verifySignature, now: Date.now }
