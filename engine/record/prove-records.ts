import type { Sha256 } from '../base/hasher.ts'
import type { LineParts } from '../base/line-splitter.ts'
import { type LineWithProof, proveLines } from '../merkle/prove-lines.ts'
import { knownIdOf, originIdsOf } from './residual-id.ts'

interface RecordWithProof extends LineWithProof {
  readonly id: string
  readonly lineNumber: number
}

interface NamedRecords {
  readonly ids: readonly string[]
  readonly idIn: (line: string) => string
  readonly onLine?: (line: string) => void
}

/**
 * Proofs in the order of the dataset. The id of a residual stands for its origin. Nothing is read if there are no ids.
 */
export async function proveRecords(
  sha256: Sha256,
  parts: LineParts,
  { ids, idIn, onLine = () => {} }: NamedRecords,
): Promise<readonly RecordWithProof[]> {
  if (ids.length === 0) return []
  const wanted = new Set(ids.flatMap((id) => [id, ...originIdsOf(id)]))
  const { lines } = await proveLines(sha256, parts, ({ text }) => {
    const isWanted = wanted.has(idIn(text))
    if (isWanted) onLine(text)
    return isWanted
  })
  const records = lines.map((line) => ({ ...line, id: idIn(line.line), lineNumber: line.index + 1 }))
  const found = new Set(records.map(({ id }) => id))
  const named = new Set(ids.map((id) => knownIdOf(id, found)))
  return records.filter(({ id }) => named.has(id))
}
