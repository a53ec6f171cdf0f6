import { at } from '../base/at.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { engineLimits, type Limits } from '../match/state/limits.ts'
import { openRunState } from '../match/state/open-run-state.ts'
import type { RunState } from '../match/state/run-state.ts'
import { createWork } from '../match/state/work.ts'
import type { BySide, Side } from '../record/side.ts'
import type { NamedRecord } from '../result/break-lines.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { FiledFinding } from './filed-findings.ts'
import type { LineEntry } from './line-entries.ts'
import type { PieceMark } from './records/piece-mark.ts'
import type { PieceSide } from './records/piece-records.ts'
import { enabledRules } from './route.ts'
import { type SideFacts, wholeFactsOf } from './side-facts.ts'

export interface PieceRun {
  readonly policy: CompiledPolicy
  readonly facts: BySide<SideFacts>
  readonly sha256: Sha256
  readonly limits?: Partial<Limits>
  readonly sliceStepCount?: number
}

/** The open records of some blocks of one rule; or those that findings name, and matched records that these list. */
export interface Piece {
  readonly position: number
  readonly sides: BySide<PieceSide>
  readonly listedKeys: ReadonlySet<string>
}

export interface PieceSink {
  /** Takes an open record whose next rule is the one at `position`. */
  toRule(side: Side, record: PieceRecord & { readonly position: number; readonly hash: number }): void
  /** Takes a record that no later rule sees: it is matched, netted, under review, or no rule is left for it. */
  settle(side: Side, record: PieceRecord): void
  exclude(side: Side, excluded: ExcludedRecord): void
  /**
   * Takes twins that stayed open when records equal to them were matched. Those that are open after the last rule
   * become a break.
   */
  addLeftovers(leftovers: NamedLeftovers): void
  /** Takes a line of the result in its final bytes. The lines of a piece come in the order of the result. */
  addLine(view: 'matches' | 'netted', entry: LineEntry): void
  /** Takes what the rule could not decide. Its records may be taken later. */
  addFinding(finding: FiledFinding): void
  /** Takes a record that a finding names. */
  addNamed(side: Side, record: PieceRecord): void
  /** Takes the line of a suggestion, in the order in which the rule made it. Later rules may take its records. */
  addSuggestion(entry: LineEntry): void
}

/** Leftover twins with their numbers, by id. Stored as JSON. */
export interface NamedLeftovers extends BySide<readonly NamedRecord[]> {
  readonly counts: BySide<number>
  readonly repeats: readonly string[]
}

export interface PieceRecord {
  readonly mark: PieceMark
  readonly line: Uint8Array
}

export interface ExcludedRecord {
  readonly number: number
  readonly id: string
  readonly ruleId: string
}

/** The state of a piece's records before the piece's rule. */
export function* openPiece({ policy, facts, limits, sliceStepCount }: PieceRun, piece: Piece): Slices<RunState> {
  const compiled = at(enabledRules(policy), piece.position)
  const tables = { source: piece.sides.source.table, target: piece.sides.target.table }
  return yield* openRunState(
    tables,
    { ...policy, compiled: [compiled] },
    {
      work: createWork({ limits: { ...engineLimits, ...limits }, sliceStepCount }),
      facts: wholeFactsOf(facts, policy, piece.listedKeys),
    },
  )
}
