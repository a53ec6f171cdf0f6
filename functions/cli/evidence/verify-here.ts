import { verifySignature } from '../../platform/verify-signature.ts'
import type { VerifyPlatform } from '../../verify/verify-platform.ts'
import { sha256 } from '../sha256.ts'

/** What the command line verifies evidence with. */
export const platform: VerifyPlatform = { sha256, verifySignature, now: Date.now }
