import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex, by the platform: from a few kilobytes on it is faster than `hasher.ts`. */
export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
