import { formatInstruction, type InstructionLine } from '../../../engine/close/instruction.ts'
import type { ItemName } from '../../../engine/close/item-name.ts'
import { leafOfRecord } from '../../../engine/close/opening.ts'
import { type ReconcileResult, reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BySide, Side } from '../../../engine/record/side.ts'
import type { Table } from '../../../engine/record/table.ts'
import type { CompiledPolicy } from '../../../engine/rules/compiled-policy.ts'
import { reconcilePeriodCase } from './reconcile-case.ts'
import { sha256 } from './sha256.ts'

/** Makes instructions of the names of records. */
export type InstructionsOf = (nameOf: (side: Side, id: string) => ItemName) => readonly InstructionLine[]

interface SealedRecords extends BySide<readonly CanonicalRecord[]> {
  readonly tables: BySide<{ readonly table: Table; readonly root: string }>
  readonly policy: CompiledPolicy
  readonly chunkBytesMax: number
  readonly instructions?: InstructionsOf
}

interface RunCase {
  readonly outcome: ReconcileResult
  readonly instructions: readonly string[] | undefined
}

/** Runs the engine over datasets; with instructions as a period that has one dataset a side. */
export function runCase({ source, target, tables, policy, chunkBytesMax, ...asked }: SealedRecords): RunCase {
  if (asked.instructions === undefined)
    return { outcome: reconcile({ ...tables, policy, sha256, chunkBytesMax }), instructions: undefined }
  const records = { source, target }
  const instructions = asked.instructions((side, id) => {
    const record = records[side].find((each) => each.id === id)
    if (record === undefined) throw new Error(`No record ${id} of the ${side}`)
    return { side, root: tables[side].root, id, leaf: leafOfRecord(sha256, record) }
  })
  const given = { source: { dataset: source }, target: { dataset: target }, policy, instructions }
  const { outcome } = reconcilePeriodCase(given, sha256, { chunkBytesMax })
  return { outcome, instructions: instructions.map(formatInstruction) }
}
