import type { Slices } from '../base/slices.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { type ReconciledRun, type ReconcileInput, reconcileInSlices } from '../reconcile.ts'
import { recordIds } from '../record/id-column.ts'
import { renamedTable } from '../record/renamed-table.ts'
import type { Table } from '../record/table.ts'
import { formatInstruction, type InstructionLine } from './instruction.ts'
import { type LapsedInstruction, resolveInstructions } from './resolve-instructions.ts'
import { createShownIds, type SideOfParts } from './side-parts.ts'

/** A side of a period's run. */
export interface PeriodSide {
  /** The records of all parts in their order, each with the id of its own line. */
  readonly table: Table
  /** What `createSideParts` read with the same instructions. */
  readonly parts: SideOfParts
}

export interface PeriodRunInput extends Omit<ReconcileInput, 'source' | 'target' | 'instructions'> {
  readonly source: PeriodSide
  readonly target: PeriodSide
  /** What decisions ask of the run, in their order. */
  readonly instructions?: readonly InstructionLine[]
}

export interface PeriodRun extends ReconciledRun {
  readonly lapsed: readonly LapsedInstruction[]
}

/**
 * Reconciles the two sides of a period. Records that instructions match are matched before the first rule; records that
 * they keep apart are no candidates of one another. Where parts have equal ids, lines show them as `createShownIds` does.
 */
export function* reconcilePeriod({ source, target, instructions = [], ...input }: PeriodRunInput): Slices<PeriodRun> {
  const { policy, sha256 } = input
  const { signs } = policy.referenceData
  const isTurned = signs.source !== signs.target
  const { lapsed, ...byHand } = resolveInstructions(instructions, { source, target, isTurned, sha256 })
  const root = rootOfLines(sha256, instructions.map(formatInstruction))
  const run = yield* reconcileInSlices({
    ...input,
    source: shownSide(source),
    target: shownSide(target),
    ...(instructions.length > 0 && { instructions: { ...byHand, root } }),
  })
  return { ...run, lapsed }
}

function shownSide({ table, parts }: PeriodSide) {
  if (table.rowCount !== parts.count)
    throw new RangeError(`Got a table of ${table.rowCount} records, and parts of ${parts.count}`)
  const nextShown = createShownIds()
  const shown = recordIds(table).map(nextShown)
  return { table: renamedTable(table, shown), root: parts.root, parts: parts.parts }
}
