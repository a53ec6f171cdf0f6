/** Merkle trees (RFC 6962) and their proofs (RFC 9162). */

export { createFrontier, createRangeTree, type LeafRange, rootOfLines } from './frontier.ts'
export { createLineLeaves, createLineTree } from './line-tree.ts'
export { createProofCollector } from './proof-collector.ts'
export { type ConsistencyProof, verifyConsistency, verifyInclusion } from './proofs.ts'
export { type LineAt, proveLines } from './prove-lines.ts'
export { emptyRoot, hashOfLine, leafHash } from './tree.ts'
