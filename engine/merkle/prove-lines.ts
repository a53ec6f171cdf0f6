import type { Sha256 } from '../base/hasher.ts'
import { bytesOfPart, createLineSplitter, type LinePart } from '../base/line-splitter.ts'
import { type CollectedProofs, createProofCollector, type ProofsWanted } from './proof-collector.ts'
import { leafHash } from './tree.ts'

export interface ProvenLines extends CollectedProofs {
  /** The lines at the indexes asked for, without their newlines. */
  readonly lines: ReadonlyMap<number, string>
}

/**
 * Reads an artifact once, in bounded memory, and proves lines of it: see `createProofCollector`, whose errors it has.
 * One leaf hash and one node hash a line, however many are proven.
 */
export async function proveLines(
  sha256: Sha256,
  parts: AsyncIterable<LinePart>,
  wanted: ProofsWanted,
): Promise<ProvenLines> {
  const collector = createProofCollector(sha256, wanted)
  const splitter = createLineSplitter()
  const indexes = new Set(wanted.indexes)
  const lines = new Map<number, string>()
  let index = 0
  const append = ({ bytes, text = '' }: { readonly bytes: Uint8Array; readonly text: string | undefined }): void => {
    collector.append(leafHash(sha256, bytes))
    if (indexes.has(index)) lines.set(index, text)
    index += 1
  }
  for await (const part of parts) {
    for (const line of splitter.push(bytesOfPart(part))) append(line)
  }
  const rest = splitter.end()
  if (rest !== undefined) append(rest)
  return { ...collector.finish(), lines }
}
