import type { Sha256 } from '../base/hasher.ts'
import type { InclusionProof } from '../merkle/proofs.ts'
import { type ProvenLines, proveLines } from '../merkle/prove-lines.ts'
import type { ArtifactPart } from '../verify/chain/artifact-reader.ts'
import { type ArtifactParts, readLines } from './result-parts.ts'

/** A record in its dataset: where it stands, its bytes, and the proof that they are part of the dataset's root. */
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
  /** By id; those that the dataset does not have are not in it. */
  readonly records: ReadonlyMap<string, ProvenRecord>
  readonly root: string
}

/** Finds records of a dataset by id and proves them: reads it twice, in bounded memory. */
export async function proveRecords(
  sha256: Sha256,
  open: () => ArtifactParts,
  ids: ReadonlySet<string>,
): Promise<ProvenDataset> {
  const idByIndex = new Map<number, string>()
  let size = 0
  for await (const lines of readLines(open())) {
    for (const { text } of lines) {
      const id = idIn(text)
      if (id !== undefined && ids.has(id)) idByIndex.set(size, id)
      size += 1
    }
  }
  const proven = await proveLines(sha256, inParts(open()), { size, indexes: [...idByIndex.keys()] })
  const records = [...idByIndex].flatMap(([index, id]) => recordAt(proven, index, id))
  return { records: new Map(records.map((record) => [record.id, record])), root: proven.root }
}

function recordAt({ lines, leaves, inclusion }: ProvenLines, leafIndex: number, id: string): ProvenRecord[] {
  const [bytes, leafHash, proof] = [lines.get(leafIndex), leaves.get(leafIndex), inclusion.get(leafIndex)]
  if (bytes === undefined || leafHash === undefined || proof === undefined) return []
  return [{ id, line: leafIndex + 1, leafIndex, leafHash, bytes, inclusion: proof }]
}

function idIn(text: string | undefined): string | undefined {
  try {
    const record: { readonly id?: string } | null = JSON.parse(text ?? '')
    return record?.id
  } catch {
    return undefined
  }
}

async function* inParts(parts: ArtifactParts): AsyncGenerator<ArtifactPart> {
  yield* parts
}
