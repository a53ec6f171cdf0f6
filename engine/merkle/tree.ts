import { toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'

/** The hashes of RFC 6962 §2.1. Leaves and nodes have different prefixes, so that a node cannot be taken for a leaf. */

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** SHA-256(0x00 ‖ line), 32 bytes. */
export const leafHash = (sha256: Sha256, line: Uint8Array): Uint8Array => sha256(leafPrefix, line)

/** The leaf hash, in hex, of a line without its newline. */
export const hashOfLine = (sha256: Sha256, line: string): string => toHex(leafHash(sha256, utf8(line)))

/** SHA-256(0x01 ‖ left ‖ right), 32 bytes. */
export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(nodePrefix, left, right)

/** The root of a tree without leaves: SHA-256 of the empty string. */
export const emptyRoot = (sha256: Sha256): Uint8Array => sha256()
