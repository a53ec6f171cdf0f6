import { at, numberAt } from '../base/at.ts'
import { createPace, type Slices } from '../base/slices.ts'
import { type ListedSuggestions, suggestionFilter } from '../match/closest/suggest.ts'
import { type Finding, isHeld, type RunState, status } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Break, MatchIds } from '../result/break.ts'
import { breakLines, type NamedRecord, splitBreak } from '../result/break-lines.ts'
import { leftoverBreak } from '../result/breaks.ts'
import { findingBreaks } from '../result/finding-break.ts'
import type { BreakReason } from '../result/line.ts'
import { countReasons } from '../result/run-figures.ts'
import { endStates } from './end-states.ts'
import {
  compareLineEntries,
  compareStoredLines,
  entryOfLine,
  type LineEntry,
  type LineNumbers,
  type StoredLine,
  storedLinesIn,
} from './line-entries.ts'
import { type NamedLeftovers, type Piece, type PieceRun, runPiece } from './piece.ts'
import { numberMaker } from './piece-numbers.ts'

/**
 * Settles findings, leftover twins and suggestions after the last rule. To find them, each piece is run again with the
 * same result. A finding becomes a break if its records are still open.
 */

/** The end state of each record by its number, see `endStates`. */
export type EndStates = BySide<Uint8Array>

export interface SettledBreaks {
  readonly entries: readonly LineEntry[]
  readonly counts: { readonly [reason in BreakReason]?: number }
}

interface SettleContext extends PieceRun {
  readonly states: EndStates
  readonly claimOf: (side: Side, number: number) => string | undefined
  /** The nearest sum of a finding is searched for only if that costs less than this. */
  readonly refusedFrom: number
}

/**
 * Which findings of a piece become breaks. `taken` are their positions among the findings; `costs` are the costs of
 * searching for their nearest sums.
 */
interface FoundInPiece {
  readonly taken: readonly number[]
  readonly costs: readonly number[]
  /** The numbers of the records that these breaks contain. */
  readonly broken: LineNumbers
}

/**
 * Takes the findings of a piece that become breaks: held ones, and those whose records are all still open. Requires
 * that this is done for all pieces of earlier rules. Changes `states`.
 */
export function* takeFindings(context: PieceRun, piece: Piece, states: EndStates): Slices<FoundInPiece> {
  const run = yield* runPiece(context, piece)
  const numbersOf = numberMaker(piece, run)
  const [taken, costs]: [number[], number[]] = [[], []]
  const broken = { source: [] as number[], target: [] as number[] }
  for (const [position, finding] of run.findings.entries()) {
    if (isHeld(finding)) {
      taken.push(position)
      continue
    }
    const numbers = numbersOf(rowsBySide(finding.rule, finding))
    if (!sides.every((side) => numbers[side].every((number) => numberAt(states[side], number) === endStates.open)))
      continue
    taken.push(position)
    if (finding.shortfall) costs.push(finding.shortfall.cost)
    for (const side of sides)
      for (const number of numbers[side]) {
        states[side][number] = endStates.broken
        broken[side].push(number)
      }
  }
  return { taken, costs, broken }
}

/** The lines of the findings at the positions `taken`. Requires that `takeFindings` is done for all pieces. */
export function* findingLines(context: SettleContext, piece: Piece, taken: readonly number[]): Slices<SettledBreaks> {
  const run = yield* runPiece(context, piece)
  const numbersOf = numberMaker(piece, run)
  const found = taken.map((position) => at(run.findings, position))
  showEnd(run, context.states, numbersOf)
  const ids: MatchIds = {
    ofRow: (side, row) => context.claimOf(side, numberOf(numbersOf, side, row)),
    ofMatch() {
      throw new Error('No finding repeats a match')
    },
  }
  const isAffordable = ({ shortfall }: Finding): boolean => (shortfall?.cost ?? 0) < context.refusedFrom
  return yield* linesOfBreaks(context, { run, piece, breaks: yield* findingBreaks(run, found, { ids, isAffordable }) })
}

export function* leftoverLines(
  { sha256 }: Pick<PieceRun, 'sha256'>,
  leftovers: Iterable<NamedLeftovers>,
  states: EndStates,
): Slices<SettledBreaks> {
  const pace = createPace(linesOfSlice)
  const lines = []
  let count = 0
  for (const twins of leftovers) {
    const openIn = (side: Side): NamedRecord[] =>
      twins[side].filter(({ record }) => numberAt(states[side], record) === endStates.open)
    const named = { source: openIn('source'), target: openIn('target') }
    if (named.source.length + named.target.length === 0) continue
    const { line, candidates } = leftoverBreak({ ...twins, source: [], target: [] }, { ofMatch: (id) => id })
    // `push(...lines)` would fail: a break may have more lines than a call may have arguments.
    for (const each of splitBreak({ ...named, line, candidates }, sha256)) lines.push(each)
    if (pace.endsSlice(1)) yield
    count += 1
    for (const side of sides) for (const { record } of named[side]) states[side][record] = endStates.broken
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

type NumbersOf = ReturnType<typeof numberMaker>

const numberOf = (numbersOf: NumbersOf, side: Side, row: number): number => {
  const [number] = numbersOf({ source: [], target: [], [side]: [row] })[side]
  if (number === undefined) throw new Error('Every row has a number')
  return number
}

/**
 * Gives the rows of a piece their statuses at the end of the run. Residuals that the piece's own rule left keep theirs.
 */
function showEnd(run: RunState, states: EndStates, numbersOf: NumbersOf): void {
  for (const side of sides)
    for (let row = 0; row < run.begun[side].statuses.length; row++) {
      const state = numberAt(states[side], numberOf(numbersOf, side, row))
      run[side].statuses[row] = at(statusByState, state)
    }
}

const statusByState: readonly number[] = Object.assign([], {
  [endStates.open]: status.open,
  [endStates.broken]: status.open,
  [endStates.held]: status.held,
  [endStates.matched]: status.matched,
  [endStates.netted]: status.netted,
  [endStates.excluded]: status.excluded,
})

interface PieceBreaks {
  readonly run: RunState
  readonly piece: Piece
  readonly breaks: readonly Break[]
}

function* linesOfBreaks({ sha256 }: PieceRun, { run, piece, breaks }: PieceBreaks): Slices<SettledBreaks> {
  const numbersOf = numberMaker(piece, run)
  const lines = yield* breakLines(run, breaks, sha256)
  return {
    entries: lines.map(({ line, ...rows }) => entryOfLine(line, numbersOf(rows))),
    counts: countReasons(breaks),
  }
}
