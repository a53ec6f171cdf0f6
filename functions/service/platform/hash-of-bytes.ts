import { createHash } from 'node:crypto'

/**
 * Lower-case hex of the SHA-256 of one long message, by the platform's own hash. Faster than `hasher.ts` from a few
 * kilobytes on.
 */
export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
