import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type LineParts, readLines } from '../base/line-splitter.ts'
import { createProofCollector } from './proof-collector.ts'
import type { InclusionProof } from './proofs.ts'
import { leafHash } from './tree.ts'

export interface LineAt {
  readonly index: number
  readonly text: string
  readonly leaf: Uint8Array
}

export interface LineWithProof {
  readonly index: number
  /** The text of the line, without its newline. */
  readonly line: string
  readonly leafHash: string
  readonly inclusion: InclusionProof
}

interface ProvenLines {
  readonly root: string
  readonly lines: readonly LineWithProof[]
}

/**
 * Proves the lines of a result that `isWanted` selects. Lines that are not UTF-8 are never selected. Reads the result
 * once: one leaf hash and one node hash a line; memory for one part of it, and O(log n) hashes for each selected line.
 */
export async function proveLines(
  sha256: Sha256,
  parts: LineParts,
  isWanted: (line: LineAt) => boolean,
): Promise<ProvenLines> {
  const collector = createProofCollector(sha256)
  const selected: Omit<LineWithProof, 'inclusion'>[] = []
  let index = 0
  for await (const lines of readLines(parts)) {
    for (const { bytes, text } of lines) {
      const leaf = leafHash(sha256, bytes)
      const isSelected = text !== undefined && isWanted({ index, text, leaf })
      if (isSelected) selected.push({ index, line: text, leafHash: toHex(leaf) })
      collector.append(leaf, isSelected)
      index += 1
    }
  }
  const { root, inclusion } = collector.finish()
  const proofOf = (leafIndex: number): InclusionProof => {
    const proof = inclusion.get(leafIndex)
    if (proof === undefined) throw new Error(`Line ${leafIndex} was selected and has no proof`)
    return proof
  }
  return { root, lines: selected.map((line) => ({ ...line, inclusion: proofOf(line.index) })) }
}
