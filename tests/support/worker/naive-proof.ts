interface InclusionProof {
  readonly index: number
  readonly size: number
  readonly hashes: readonly string[]
}

interface ConsistencyProof {
  readonly from: number
  readonly to: number
  readonly hashes: readonly string[]
}

/** The used part of the reference, which is written for Node: its own types stay out of the Worker's type check. */
interface Reference {
  readonly naiveRoot: (leaves: readonly Uint8Array[]) => Uint8Array
  readonly provesInclusion: (claim: object) => boolean
  readonly provesConsistency: (claim: object) => boolean
}
interface Digest {
  readonly sha256Hex: (...parts: readonly Uint8Array[]) => string
}
interface Buffers {
  readonly Buffer: { readonly from: (hex: string, encoding: 'hex') => Uint8Array }
}

// By names that the type check does not follow.
const paths = ['../../engine/support/naive-merkle.ts', '../../engine/support/sha256.ts', 'node:buffer'] as const
const { naiveRoot, provesInclusion, provesConsistency }: Reference = await import(paths[0])
const { sha256Hex }: Digest = await import(paths[1])
const { Buffer }: Buffers = await import(paths[2])

const bufferOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const leafOf = (line: string): string => sha256Hex(Uint8Array.of(0), utf8(line))

/** Merkle trees and their proofs by a naive implementation that shares nothing with the engine's; hashes in hex. */
export const naive = {
  /** SHA-256(0x00 ‖ line). */
  leafOf,

  /** The tree hash over lines. */
  rootOf: (lines: readonly string[]): string =>
    Array.from(naiveRoot(lines.map((line) => bufferOf(leafOf(line)))), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),

  /** SHA-256 of a text. */
  digestOf: (text: string): string => sha256Hex(utf8(text)),

  /** Whether a line is in the tree of `root`. */
  holdsLine: (line: string, root: string, { index, size, hashes }: InclusionProof): boolean =>
    provesInclusion({
      leafIndex: index,
      treeSize: size,
      leaf: bufferOf(leafOf(line)),
      root: bufferOf(root),
      proof: hashes.map(bufferOf),
    }),

  /** Whether the tree of `toRoot` begins with that of `fromRoot`. */
  goesOn: (fromRoot: string, toRoot: string, { from, to, hashes }: ConsistencyProof): boolean =>
    provesConsistency({
      first: from,
      second: to,
      firstRoot: bufferOf(fromRoot),
      secondRoot: bufferOf(toRoot),
      proof: hashes.map(bufferOf),
    }),
}
