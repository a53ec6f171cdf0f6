import type { Slices } from '../base/slices.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { type ReconciledRun, type ReconcileInput, reconcileInSlices } from '../reconcile.ts'
import { recordIds } from '../record/id-column.ts'
import { renamedTable } from '../record/renamed-table.ts'
import { createShownIds } from '../record/shown-id.ts'
import { formatInstruction, type InstructionLine } from './instruction.ts'
import { type LapsedInstruction, resolveInstructions } from './resolve-instructions.ts'
import type { PeriodSide } from './side-parts.ts'

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
export function* reconcilePeriod(input: PeriodRunInput): Slices<PeriodRun> {
  const { lapsed, ...shown } = shownPeriod(input)
  yield
  const { source: _, target: __, instructions: ___, ...others } = input
  return { ...(yield* reconcileInSlices({ ...others, ...shown })), lapsed }
}

type ShownPeriod = Pick<ReconcileInput, 'source' | 'target' | 'instructions'> & Pick<PeriodRun, 'lapsed'>

/** The sides of a period as a run shows them, and its instructions as rows. O(records). */
export function shownPeriod({ source, target, instructions = [], policy, sha256 }: PeriodRunInput): ShownPeriod {
  const { signs } = policy.referenceData
  const isTurned = signs.source !== signs.target
  const { lapsed, ...byHand } = resolveInstructions(instructions, { source, target, isTurned, sha256 })
  const root = rootOfLines(sha256, instructions.map(formatInstruction))
  return {
    lapsed,
    source: shownSide(source),
    target: shownSide(target),
    instructions: instructions.length > 0 ? { ...byHand, root } : undefined,
  }
}

function shownSide({ table, parts }: PeriodSide) {
  const nextShown = createShownIds()
  const shown = recordIds(table).map(nextShown)
  return { table: renamedTable(table, shown), root: parts.root, parts: parts.parts }
}
