import { sha256 } from './sha256.ts'

/** RFC 6962 §2.1 and RFC 9162 §2.1.3.2, §2.1.4.2, word for word and without any thought of speed. */

export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer =>
  Buffer.from(sha256(Uint8Array.of(1), left, right))

/** The Merkle tree hash over leaf hashes. */
export function naiveRoot(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves
  if (only === undefined) return Buffer.from(sha256())
  if (leaves.length === 1) return Buffer.from(only)
  const split = largestPowerBelow(leaves.length)
  return hashNode(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

/** The largest power of two smaller than `size`. */
function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** The tree hashes of the stretches of `leaves`, each computed once, and the proofs that they make up. */
export function naiveTree(leaves: readonly Uint8Array[], node = hashNode) {
  const known = new Map<string, Buffer>()
  const root = (start: number, end: number): Buffer => {
    const name = `${start} ${end}`
    const found = known.get(name)
    if (found !== undefined) return found
    if (end - start < 2) return naiveRoot(leaves.slice(start, end))
    const middle = start + largestPowerBelow(end - start)
    const made = node(root(start, middle), root(middle, end))
    known.set(name, made)
    return made
  }
  return {
    root,
    inclusion: pathIn(root),
    consistency: (from: number, to: number) => proofIn(root)(from, [0, to], true),
  }
}

type RootOf = (start: number, end: number) => Buffer

/** PATH(m, D[n]) of RFC 6962 §2.1.1, for the leaves [start, end). */
const pathIn =
  (root: RootOf) =>
  (index: number, [start, end]: readonly [number, number]): Buffer[] => {
    if (end - start === 1) return []
    const middle = start + largestPowerBelow(end - start)
    return index < middle
      ? [...pathIn(root)(index, [start, middle]), root(middle, end)]
      : [...pathIn(root)(index, [middle, end]), root(start, middle)]
  }

/** SUBPROOF(m, D[n], b) of RFC 6962 §2.1.2, for the leaves [start, end). */
const proofIn =
  (root: RootOf) =>
  (from: number, [start, end]: readonly [number, number], isWhole: boolean): Buffer[] => {
    if (from === end) return isWhole ? [] : [root(start, end)]
    const middle = start + largestPowerBelow(end - start)
    return from <= middle
      ? [...proofIn(root)(from, [start, middle], isWhole), root(middle, end)]
      : [...proofIn(root)(from, [middle, end], false), root(start, middle)]
  }

export interface InclusionClaim {
  readonly leafIndex: number
  readonly treeSize: number
  readonly leaf: Buffer
  readonly root: Buffer
  readonly proof: readonly Buffer[]
}

/** RFC 9162 §2.1.3.2. */
export function provesInclusion({ leafIndex, treeSize, leaf, root, proof }: InclusionClaim): boolean {
  if (leafIndex >= treeSize || leaf.length !== 32) return false
  let [fn, sn, r] = [leafIndex, treeSize - 1, leaf]
  for (const p of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      r = hashNode(p, r)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else r = hashNode(r, p)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && r.equals(root)
}

export interface ConsistencyClaim {
  readonly first: number
  readonly second: number
  readonly firstRoot: Buffer
  readonly secondRoot: Buffer
  readonly proof: readonly Buffer[]
}

/** RFC 9162 §2.1.4.2; from the empty tree the empty proof, and between equal sizes too. */
export function provesConsistency({ first, second, firstRoot, secondRoot, proof }: ConsistencyClaim): boolean {
  if (first > second) return false
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot)
  if (first === 0) return proof.length === 0
  const path = isPowerOfTwo(first) ? [firstRoot, ...proof] : [...proof]
  const [start] = path
  if (proof.length === 0 || start === undefined) return false
  let [fn, sn] = [first - 1, second - 1]
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)]
  let [fr, sr] = [start, start]
  for (const c of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [hashNode(c, fr), hashNode(c, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else sr = hashNode(sr, c)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && fr.equals(firstRoot) && sr.equals(secondRoot)
}

const half = (value: number): number => Math.floor(value / 2)

const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size))
