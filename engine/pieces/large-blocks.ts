import type { WorkNeeded } from '../match/state/limits.ts'
import type { BySide } from '../record/side.ts'
import { type NamedRecord, splitBreak } from '../result/break-lines.ts'
import { entryOfLine, type LineEntry } from './line-entries.ts'
import type { PieceRun } from './piece.ts'

interface LargeBlock extends BySide<readonly NamedRecord[]> {
  readonly ruleId: string
  readonly work: WorkNeeded
}

/**
 * The lines of the break of a block that is too large to be decided. Requires the records of the block sorted by id.
 */
export const largeBlockLines = (
  { sha256 }: Pick<PieceRun, 'sha256'>,
  { ruleId, work, source, target }: LargeBlock,
): readonly LineEntry[] =>
  splitBreak(
    {
      source,
      target,
      line: { kind: 'break', reason: 'group_too_large', failed: { rule: ruleId }, work: { ...work } },
      candidates: [],
    },
    sha256,
  ).map(({ line, ...numbers }) => entryOfLine(line, numbers))
