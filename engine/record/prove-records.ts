import { at } from '../base/at.ts'
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
  /** How the run shows the id of each record, in the order of the lines; as the record has it where left out. */
  readonly shownId?: (id: string) => string
}

/**
 * Proofs in the order of the dataset. The id of a residual stands for its origin. Nothing is read if there are no ids.
 */
export async function proveRecords(
  sha256: Sha256,
  parts: LineParts,
  { ids, idIn, onLine = () => {}, shownId = (id) => id }: NamedRecords,
): Promise<readonly RecordWithProof[]> {
  if (ids.length === 0) return []
  const wanted = new Set(ids.flatMap((id) => [id, ...originIdsOf(id)]))
  const shown: string[] = []
  const { lines } = await proveLines(sha256, parts, ({ text }) => {
    const id = shownId(idIn(text))
    if (!wanted.has(id)) return false
    onLine(text)
    shown.push(id)
    return true
  })
  const records = lines.map((line, index) => ({ ...line, id: at(shown, index), lineNumber: line.index + 1 }))
  const found = new Set(records.map(({ id }) => id))
  const named = new Set(ids.map((id) => knownIdOf(id, found)))
  return records.filter(({ id }) => named.has(id))
}
