import type { Sha256 } from '../base/hasher.ts'
import type { InclusionProof } from '../merkle/proofs.ts'
import { proveLines } from '../merkle/prove-lines.ts'
import type { ArtifactParts } from '../verify/chain/artifact-reader.ts'

/** A record in its dataset: its place, its bytes, and the proof that they are part of the dataset's root. */
export interface ProvenRecord {
  readonly id: string
  /** Physical line of the dataset, from 1. */
  readonly line: number
  readonly leafIndex: number
  readonly leafHash: string
  /** The canonical line as it is stored, without its newline. */
  readonly bytes: string
  readonly inclusion: InclusionProof
}

export interface ProvenDataset {
  /** By id. An id that the dataset does not have is not in the map. */
  readonly records: ReadonlyMap<string, ProvenRecord>
  readonly root: string
}

/** Finds records of a dataset by id and proves them. Reads the dataset once, in bounded memory. */
export async function proveRecords(
  sha256: Sha256,
  parts: ArtifactParts,
  ids: ReadonlySet<string>,
): Promise<ProvenDataset> {
  const { root, lines } = await proveLines(sha256, parts, ({ text }) => {
    const id = idIn(text)
    return id !== undefined && ids.has(id)
  })
  const records = new Map<string, ProvenRecord>()
  for (const { index, line, leafHash, inclusion } of lines) {
    const id = idIn(line)
    if (id !== undefined) records.set(id, { id, line: index + 1, leafIndex: index, leafHash, bytes: line, inclusion })
  }
  return { records, root }
}

/** The id in a dataset's line; undefined when the line is no record, as after a change of the stored bytes. */
function idIn(text: string): string | undefined {
  try {
    const record: { readonly id?: string } | null = JSON.parse(text)
    return record?.id
  } catch {
    return undefined
  }
}
