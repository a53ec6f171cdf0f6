import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { ConsistencyProof, InclusionProof } from './proofs.ts'
import { consistencyRanges, inclusionRanges, type LeafRange } from './ranges.ts'
import { emptyRoot, nodeHash } from './tree.ts'

/** Takes the leaf hashes of a tree in order and keeps what the proofs asked for need. */
export interface ProofCollector {
  /** The next leaf hash, 32 bytes. */
  append(leaf: Uint8Array): void
  /** Throws a RangeError unless exactly as many leaves came as were announced. */
  finish(): CollectedProofs
}

export interface CollectedProofs {
  readonly root: string
  /** By index, for each one asked for. */
  readonly inclusion: ReadonlyMap<number, InclusionProof>
  /** The leaf hash at each index asked for. */
  readonly leaves: ReadonlyMap<number, string>
  /** By the size of the earlier tree, for each one asked for. */
  readonly consistency: ReadonlyMap<number, ConsistencyProof>
}

/** Which proofs to collect over a tree of `size` leaves. */
export interface ProofsWanted {
  readonly size: number
  /** Leaves whose inclusion is to be proven. */
  readonly indexes?: readonly number[]
  /** Sizes of earlier trees with which the tree is to be proven consistent. */
  readonly beginnings?: readonly number[]
}

/**
 * Collects proofs in one pass over the leaf hashes of a tree. One node hash a leaf, however many proofs; memory
 * O(log n) for each of them. Throws a RangeError when an index or a beginning is outside the tree.
 */
export function createProofCollector(
  sha256: Sha256,
  { size, indexes = [], beginnings = [] }: ProofsWanted,
): ProofCollector {
  for (const index of indexes) if (!isWithin(index, size - 1)) throw outside(`Leaf ${index}`, size)
  for (const from of beginnings) if (!isWithin(from, size)) throw outside(`A beginning of ${from}`, size)
  const paths = new Map(indexes.map((index) => [index, inclusionRanges({ index, size })]))
  const steps = new Map(beginnings.map((from) => [from, consistencyRanges({ from, to: size })]))
  const leafAt = (index: number): LeafRange => ({ start: index, end: index + 1 })
  const leafRanges = [...paths.keys()].map(leafAt)
  const hasher = createRangeHasher(sha256, size, [...paths.values(), ...steps.values(), leafRanges].flat())
  return {
    append: hasher.append,
    finish() {
      const { root, hashOf } = hasher.finish()
      return {
        root,
        inclusion: mapValues(paths, (ranges, index) => ({ index, size, hashes: ranges.map(hashOf) })),
        leaves: mapValues(paths, (_, index) => hashOf(leafAt(index))),
        consistency: mapValues(steps, (ranges, from) => ({ from, to: size, hashes: ranges.map(hashOf) })),
      }
    },
  }
}

const isWithin = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max

const outside = (what: string, size: number): RangeError => new RangeError(`${what} is not in a tree of ${size} leaves`)

const mapValues = <From, To>(
  map: ReadonlyMap<number, From>,
  change: (value: From, key: number) => To,
): Map<number, To> => new Map([...map].map(([key, value]) => [key, change(value, key)]))

interface Subtree extends LeafRange {
  readonly hash: Uint8Array
}

/**
 * Hashes a tree and keeps the hashes of `ranges`, each of which is a perfect subtree or ends with the tree. A range
 * appears while the subtrees that end with it merge; those at the tree's end, when the frontier is folded.
 */
function createRangeHasher(sha256: Sha256, size: number, ranges: readonly LeafRange[]) {
  const wanted = new Map<number, Map<number, string>>()
  for (const { start, end } of ranges) {
    const starts = wanted.get(end) ?? new Map<number, string>()
    wanted.set(end, starts.set(start, ''))
  }
  const keep = ({ start, end, hash }: Subtree): void => {
    const starts = wanted.get(end)
    if (starts?.has(start)) starts.set(start, toHex(hash))
  }
  const merge = (left: Subtree, right: Subtree): Subtree => {
    const merged = { start: left.start, end: right.end, hash: nodeHash(sha256, left.hash, right.hash) }
    keep(merged)
    return merged
  }
  const frontier: Subtree[] = []
  let count = 0
  return {
    append(leaf: Uint8Array): void {
      let node: Subtree = { start: count, end: count + 1, hash: leaf }
      keep(node)
      for (let left = frontier.at(-1); left && sizeOf(left) === sizeOf(node); left = frontier.at(-1)) {
        frontier.pop()
        node = merge(left, node)
      }
      frontier.push(node)
      count += 1
    },
    finish() {
      if (count !== size) throw new RangeError(`Got ${count} leaves of a tree of ${size}`)
      const root = frontier.reduceRight<Subtree | undefined>(
        (right, left) => (right ? merge(left, right) : left),
        undefined,
      )
      return {
        root: toHex(root?.hash ?? emptyRoot(sha256)),
        hashOf: ({ start, end }: LeafRange): string => wanted.get(end)?.get(start) ?? '',
      }
    },
  }
}

const sizeOf = ({ start, end }: LeafRange): number => end - start
