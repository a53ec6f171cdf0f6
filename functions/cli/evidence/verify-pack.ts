import { type ChainReport, verifyProofChain } from '@tallystick/engine'
import { verifySignature } from '../../platform/verify-signature.ts'
import { sha256 } from '../sha256.ts'
import type { PackFile } from './pack-file.ts'

/**
 * The ten checks of a pack's chain. With `keys`, the texts of keys, a log that none of them has signed fails. Reads the
 * artifacts once; throws Unreadable as reading does.
 */
export const verifyPack = ({ input }: PackFile, keys: readonly string[]): Promise<ChainReport> =>
  verifyProofChain({ sha256, verify: verifySignature }, { ...input, ...(keys.length > 0 && { trusted: keys }) })
