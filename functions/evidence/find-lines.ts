import { createProofCollector, leafHash, type StoredChunk, utf8 } from '@tallystick/engine'
import type { ProvenLine } from '../../schema/evidence.ts'
import { sha256 } from '../platform/hasher.ts'
import { linesIn } from '../store/chunks.ts'

/** A line of an artifact, met on the way through it. */
export interface MetLine {
  readonly index: number
  readonly line: string
  readonly leaf: Uint8Array
}

/**
 * The lines of an artifact that `isWanted` takes, in order, each with its inclusion proof to the artifact's root. Reads
 * the artifact once and hashes it once; holds 32 bytes for each of its lines.
 */
export async function proveFoundLines(
  chunks: AsyncIterable<StoredChunk>,
  isWanted: (met: MetLine) => boolean,
): Promise<readonly ProvenLine[]> {
  const wanted: MetLine[] = []
  const blocks: Uint8Array[] = []
  let size = 0
  for await (const { text } of chunks) {
    const lines = linesIn(text)
    const block = new Uint8Array(lines.length * leafByteCount)
    for (const [offset, line] of lines.entries()) {
      const leaf = leafHash(sha256, utf8(line))
      block.set(leaf, offset * leafByteCount)
      const met = { index: size + offset, line, leaf }
      if (isWanted(met)) wanted.push(met)
    }
    blocks.push(block)
    size += lines.length
  }
  const proofs = collect(blocks, { size, indexes: wanted.map(({ index }) => index) })
  return wanted.flatMap(({ index, line }) => {
    const [leafHash, inclusion] = [proofs.leaves.get(index), proofs.inclusion.get(index)]
    return leafHash === undefined || inclusion === undefined
      ? []
      : [{ index, line, leafHash, inclusion: { ...inclusion, hashes: [...inclusion.hashes] } }]
  })
}

const leafByteCount = 32

function collect(blocks: readonly Uint8Array[], wanted: { size: number; indexes: readonly number[] }) {
  const collector = createProofCollector(sha256, wanted)
  for (const block of blocks)
    for (let start = 0; start < block.length; start += leafByteCount)
      collector.append(block.subarray(start, start + leafByteCount))
  return collector.finish()
}
