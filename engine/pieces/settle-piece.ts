import { at, numberAt } from '../base/at.ts'
import { createPace, type Slices } from '../base/slices.ts'
import { type ListedSuggestions, suggestionFilter } from '../match/closest/suggest.ts'
import { type Finding, isHeld, type RunState } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type Side, sides } from '../record/side.ts'
import { breakLines, type NamedRecord, splitBreak } from '../result/break-lines.ts'
import { leftoverBreak } from '../result/breaks.ts'
import { type EndStates, endStates, findingFilter, takeLeftovers } from '../result/end-states.ts'
import { findingBreaks } from '../result/finding-break.ts'
import type { BreakReason, PartOf } from '../result/line.ts'
import { countReasons } from '../result/run-figures.ts'
import type { CompiledRule } from '../rules/compiled-policy.ts'
import { type FiledFinding, renamed } from './filed-findings.ts'
import {
  compareLineEntries,
  compareStoredLines,
  entryOfLine,
  type LineEntry,
  type LineNumbers,
  type StoredLine,
  storedLinesIn,
} from './line-entries.ts'
import { type NamedLeftovers, openPiece, type Piece, type PieceRun } from './piece.ts'
import { numberMaker } from './piece-numbers.ts'

/**
 * Settles findings, leftover twins and suggestions after the last rule. A finding becomes a break if its records are
 * still open.
 */

export interface SettledBreaks {
  readonly entries: readonly LineEntry[]
  readonly counts: { readonly [reason in BreakReason]?: number }
}

/** A record of the set that comes nearest to an anchor. */
export interface SetRecord {
  readonly side: Side
  readonly number: number
  readonly partOf: PartOf
}

interface SettleContext extends PieceRun {
  readonly states: EndStates
  /** The nearest sum of a finding is searched for only if that costs less than this. */
  readonly refusedFrom: number
}

interface TakenFindings {
  /** The findings that become breaks. */
  readonly taken: readonly FiledFinding[]
  /** The numbers of the records that these breaks contain. */
  readonly broken: LineNumbers
}

/**
 * Takes the findings of a group that become breaks: held ones, and those whose records are all still open. Requires
 * that this is done for all groups of earlier rules. Changes `states`.
 */
export function takeFindings(
  compiled: CompiledRule,
  findings: readonly FiledFinding[],
  states: EndStates,
): TakenFindings {
  const rule = { compiled }
  const becomesBreak = findingFilter(states)
  const taken = findings.filter((finding) => becomesBreak({ ...finding, rule }))
  const ofOpen = taken.filter((finding) => !isHeld({ ...finding, rule })).map((finding) => rowsBySide(rule, finding))
  return {
    taken,
    broken: { source: ofOpen.flatMap(({ source }) => source), target: ofOpen.flatMap(({ target }) => target) },
  }
}

interface FindingBreaks extends SettledBreaks {
  readonly parts: readonly SetRecord[]
  /** The numbers of anchors for which no set could be meant. They are open again, once leftover twins are settled. */
  readonly released: LineNumbers
}

/** The lines of findings. Requires that the piece has the records that they name. */
export function* findingLines(
  context: SettleContext,
  piece: Piece,
  taken: readonly FiledFinding[],
): Slices<FindingBreaks> {
  const run = yield* openPiece(context, piece)
  showEnd(run, piece, context.states)
  const rule = at(run.rules, 0)
  const rowOf = { source: rowsByNumber(piece, 'source'), target: rowsByNumber(piece, 'target') }
  const found = taken.map((finding) => ({
    ...renamed(finding, rule, (side, number) => {
      const row = rowOf[side].get(number)
      if (row === undefined) throw new Error('Every record that a finding names is at hand')
      return row
    }),
    rule,
  }))
  const isAffordable = ({ shortfall }: Finding): boolean => (shortfall?.cost ?? 0) < context.refusedFrom
  const { breaks, released } = yield* findingBreaks(run, found, isAffordable)
  const lines = yield* breakLines(run, breaks, context.sha256)
  const numbersOf = numberMaker(piece, run)
  return {
    entries: lines.map(({ line, ...rows }) => entryOfLine(line, numbersOf(rows))),
    counts: countReasons(breaks),
    released: numbersOf(released),
    parts: breaks.flatMap(({ set }) =>
      (set?.rows ?? []).flatMap((row) =>
        set === undefined ? [] : [{ side: set.side, number: piece.sides[set.side].numberOf(row), partOf: set.partOf }],
      ),
    ),
  }
}

const rowsByNumber = ({ sides: own }: Piece, side: Side): ReadonlyMap<number, number> =>
  new Map(Array.from({ length: own[side].rowCount }, (_, row) => [own[side].numberOf(row), row]))

export function* leftoverLines(
  { sha256 }: Pick<PieceRun, 'sha256'>,
  leftovers: Iterable<NamedLeftovers>,
  states: EndStates,
): Slices<SettledBreaks> {
  const pace = createPace(linesOfSlice)
  const lines = []
  let count = 0
  for (const twins of takeLeftovers(leftovers, states, ({ record }: NamedRecord) => record)) {
    const { line, candidates } = leftoverBreak({ ...twins, source: [], target: [] }, { ofMatch: (id) => id })
    // `push(...lines)` would fail: a break may have more lines than a call may have arguments.
    for (const each of splitBreak({ ...twins, line, candidates }, sha256)) lines.push(each)
    if (pace.endsSlice(1)) yield
    count += 1
  }
  const entries: LineEntry[] = []
  for (const { line, ...numbers } of lines) {
    entries.push(entryOfLine(line, numbers))
    if (pace.endsSlice(1)) yield
  }
  entries.sort(compareLineEntries)
  return { entries, counts: count === 0 ? {} : { duplicate: count } }
}

/**
 * The suggestions of a rule whose records are all still open, in the order of the result. `files` have the lines of the
 * suggestions in the order in which the rule made them. Adds those that are returned to `listed`.
 */
export function listedSuggestions(
  files: readonly Uint8Array[],
  { states, listed }: { readonly states: EndStates; readonly listed: ListedSuggestions },
): readonly StoredLine[] {
  const isOpen = (side: Side, number: number): boolean => {
    const state = numberAt(states[side], number)
    return state === endStates.open || state === endStates.held || state === endStates.broken
  }
  const isListed = suggestionFilter({ isOpen, listed })
  return files.flatMap((bytes) => [...storedLinesIn(bytes)].filter(isListed)).sort(compareStoredLines)
}

const linesOfSlice = 1_000

/** Gives the rows of a piece their statuses at the end of the run. */
function showEnd(run: RunState, piece: Piece, states: EndStates): void {
  for (const side of sides)
    for (let row = 0; row < piece.sides[side].rowCount; row++) {
      const state = numberAt(states[side], piece.sides[side].numberOf(row))
      run[side].statuses[row] = state === endStates.broken ? endStates.open : state
    }
}
