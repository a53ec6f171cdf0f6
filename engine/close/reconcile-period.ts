import type { Slices } from '../base/slices.ts'
import { type ReconciledRun, type ReconcileInput, reconcileInSlices } from '../reconcile.ts'
import type { Table } from '../record/table.ts'
import type { LapseReason } from './fold-state.ts'
import type { InstructionLine } from './instruction.ts'
import type { SideOfParts } from './side-parts.ts'

/** A side of a period's run. */
export interface PeriodSide {
  /** The records of all parts in their order, each with the id of its own line. */
  readonly table: Table
  /** What `createSideParts` read with the same instructions. */
  readonly parts: SideOfParts
}

export interface PeriodRunInput extends Omit<ReconcileInput, 'source' | 'target'> {
  readonly source: PeriodSide
  readonly target: PeriodSide
  /** What decisions ask of the run, in their order. */
  readonly instructions?: readonly InstructionLine[]
}

/** An instruction without effect. The run tells why, and goes on without it. */
export interface LapsedInstruction {
  /** The position of the instruction, from 0. */
  readonly position: number
  readonly decision: string
  readonly reason: LapseReason
}

export interface PeriodRun extends ReconciledRun {
  readonly lapsed: readonly LapsedInstruction[]
}

/**
 * Reconciles the two sides of a period. Records that instructions match are matched before the first rule; records that
 * they keep apart are no candidates of one another.
 */
export function* reconcilePeriod({ source, target, instructions = [], ...input }: PeriodRunInput): Slices<PeriodRun> {
  if (instructions.length > 0) throw new Error('Instructions are not executed yet')
  const run = yield* reconcileInSlices({
    ...input,
    source: { table: source.table, ...source.parts },
    target: { table: target.table, ...target.parts },
  })
  return { ...run, lapsed: [] }
}
