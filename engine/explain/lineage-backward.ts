import { at } from '../base/at.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { LineParts } from '../base/line-splitter.ts'
import { proveLines } from '../merkle/prove-lines.ts'
import { knownIdOf, originIdsOf } from '../record/residual-id.ts'
import { createShownIds } from '../record/shown-id.ts'
import { type Side, sides } from '../record/side.ts'
import { idsOfSide } from '../result/line.ts'
import type { Rule } from '../rules/language/language.ts'
import type { Backward, LineageInput, LineageRun, TracedRecord } from './lineage-answer.ts'
import { namesIn } from './named-records.ts'
import type { ItemLine } from './result-lines.ts'

export interface NamedRecord {
  readonly side: Side
  readonly id: string
  readonly role: TracedRecord['role']
}

/** The records that a line holds, then those that it only names; each once. */
export function recordsIn(line: ItemLine, rules: readonly Rule[]): NamedRecord[] {
  const held = sides.flatMap((side) => idsOfSide(line, side).map((id): NamedRecord => ({ side, id, role: 'record' })))
  const named = namesIn(line, rules).map((each): NamedRecord => ({ ...each, role: 'candidate' }))
  const seen = new Set<string>()
  return [...held, ...named].filter(({ side, id }) => {
    const key = `${side}:${id}`
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * Proves records against the datasets of a run. Reads only datasets that have some of these records, once, in bounded
 * memory.
 */
export async function traceBackward(
  sha256: Sha256,
  { run, open }: Pick<LineageInput, 'run' | 'open'>,
  named: readonly NamedRecord[],
): Promise<{ readonly records: TracedRecord[]; readonly faults: string[] }> {
  const records: TracedRecord[] = []
  const faults: string[] = []
  for (const side of sides) {
    const own = named.filter((each) => each.side === side)
    if (own.length === 0) continue
    const { datasetId, root, parts } = run[side]
    const wanted = new Set(own.flatMap(({ id }) => [id, ...originIdsOf(id)]))
    const shownId = parts === undefined ? (id: string) => id : createShownIds()
    const proven = await proveRecords(sha256, open(side), { wanted, shownId })
    if (proven.root !== root) faults.push(`The stored lines of the ${side} have the root ${proven.root}, not ${root}`)
    for (const { id, role } of own) {
      const known = knownIdOf(id, proven.records)
      const record = known === undefined ? undefined : proven.records.get(known)
      if (record === undefined) faults.push(`The ${side} has no record ${id}`)
      else records.push({ side, role, datasetId, root, ...record, ...(known !== id && { residual: id }) })
    }
  }
  return { records, faults }
}

export const inputsOf = (run: LineageRun, from: readonly Side[]): Pick<Backward, 'datasets' | 'policy' | 'engine'> => ({
  datasets: from.map((side) => {
    const { datasetId, root, recordCount } = run[side]
    return { side, datasetId, root, recordCount }
  }),
  policy: run.policy,
  engine: run.engine,
})

type ProvenRecord = Omit<TracedRecord, 'side' | 'role' | 'datasetId' | 'root'>

interface ProvenDataset {
  readonly records: ReadonlyMap<string, ProvenRecord>
  readonly root: string
}

interface WantedRecords {
  readonly wanted: ReadonlySet<string>
  /** How the run shows the id of each record, in the order of the lines. */
  readonly shownId: (id: string) => string
}

async function proveRecords(
  sha256: Sha256,
  parts: LineParts,
  { wanted, shownId }: WantedRecords,
): Promise<ProvenDataset> {
  const ids: string[] = []
  const { root, lines } = await proveLines(sha256, parts, ({ text }) => {
    const own = readId(text)
    const id = own === undefined ? undefined : shownId(own)
    if (id === undefined || !wanted.has(id)) return false
    ids.push(id)
    return true
  })
  const records = new Map<string, ProvenRecord>()
  for (const [place, { index, line, leafHash, inclusion }] of lines.entries()) {
    const id = at(ids, place)
    records.set(id, { id, line: index + 1, leafIndex: index, leafHash, bytes: line, inclusion })
  }
  return { records, root }
}

/** Undefined for a line that is not a record. Such a line is no fault here: the root of the dataset will be wrong. */
function readId(text: string): string | undefined {
  try {
    const record: { readonly id?: string } | null = JSON.parse(text)
    return record?.id
  } catch {
    return undefined
  }
}
