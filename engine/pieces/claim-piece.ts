import { at, numberAt } from '../base/at.ts'
import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/id-order.ts'
import type { Limits } from '../match/limits.ts'
import { engineLimits } from '../match/limits.ts'
import { openRunState } from '../match/open-run-state.ts'
import { type Match, type RunState, type Surplus, status } from '../match/run-state.ts'
import { rowsBySide } from '../match/seen-run.ts'
import { claimByRule } from '../match/waterfall.ts'
import { createWork } from '../match/work.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { recordId } from '../record/id-column.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { createArtifactWriter } from '../result/artifact.ts'
import type { NamedRecord } from '../result/break-lines.ts'
import { createCoverage } from '../result/completeness.ts'
import { controlAmount } from '../result/control-amount.ts'
import { exchangeDifferences } from '../result/conversions.ts'
import { createExplainedDifferences } from '../result/explained-differences.ts'
import { idOfLine } from '../result/line-id.ts'
import { createMatchDifferences } from '../result/match-differences.ts'
import { matchesById, nettedLines } from '../result/match-lines.ts'
import { writeMatches } from '../result/match-writer.ts'
import { settledAmount } from '../result/settled-amount.ts'
import { settledUnits } from '../result/settled-units.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { LineEntry } from './line-entries.ts'
import type { PieceMark, PieceState } from './piece-mark.ts'
import { numberMaker } from './piece-numbers.ts'
import type { PieceSide } from './piece-records.ts'
import { createRouter, enabledRules } from './route.ts'
import { type SideFacts, wholeFactsOf } from './side-facts.ts'
import { addTallies, emptyTally, explainedTally, noCounts, sumPart, type Tally } from './tally.ts'

/** What all pieces of a run have in common. */
export interface PieceRun {
  readonly policy: CompiledPolicy
  readonly facts: BySide<SideFacts>
  readonly sha256: Sha256
  /** Bounds other than the engine's, for tests. */
  readonly limits?: Partial<Limits>
  readonly sliceStepCount?: number
}

/**
 * The records of some blocks of one rule: those that are open, and others where what they have been matched by is told of
 * the open ones.
 */
export interface Piece {
  /** The position of the rule among the enabled ones. */
  readonly position: number
  readonly sides: BySide<PieceSide>
  /** Keys of the rule where texts list records, see `WholeFacts`. */
  readonly listedKeys: ReadonlySet<string>
}

/** Where the records and lines of a piece go. */
export interface PieceSink {
  /** An open record, to the rule at `position`. */
  toRule(side: Side, record: PieceRecord & { readonly position: number; readonly hash: number }): void
  /** A record that no rule will see any more, unless it is excluded: matched, netted, under review, or open for good. */
  settle(side: Side, record: PieceRecord): void
  /** An excluded record, which is no neighbour of any other. */
  exclude(side: Side, excluded: ExcludedRecord): void
  /** Twins that are left over when others like them were matched: a break, as far as they are still open in the end. */
  addSurplus(surplus: NamedSurplus): void
  /** A line of the result in its final bytes, in the order of the artifact within the piece. */
  addLine(view: 'matches' | 'netted', entry: LineEntry): void
}

/** Twins that are left over, with their numbers and ids, in the order of their ids. JSON. */
export interface NamedSurplus extends BySide<readonly NamedRecord[]> {
  /** The twins of each side, those left over included. */
  readonly counts: BySide<number>
  /** The ids of the matches of the other twins. */
  readonly repeats: readonly string[]
}

/** A record of a piece with its canonical line. */
export interface PieceRecord {
  readonly mark: PieceMark
  readonly line: Uint8Array
}

export interface ExcludedRecord {
  readonly number: number
  readonly id: string
  readonly ruleId: string
}

/** The run of a piece's records alone, after its one rule. The same records give the same state, whatever else there is. */
export function* runPiece({ policy, facts, limits, sliceStepCount }: PieceRun, piece: Piece): Slices<RunState> {
  const compiled = at(enabledRules(policy), piece.position)
  const tables = { source: piece.sides.source.table, target: piece.sides.target.table }
  const run = yield* openRunState(
    tables,
    { ...policy, compiled: [compiled] },
    {
      work: createWork({ limits: { ...engineLimits, ...limits }, sliceStepCount }),
      facts: wholeFactsOf(facts, policy, piece.listedKeys),
    },
  )
  for (const side of sides)
    for (let row = 0; row < tables[side].rowCount; row++)
      run[side].statuses[row] = status[piece.sides[side].markOf(row).state]
  yield* claimByRule(run, 0)
  return run
}

/** What a piece counted, and whether its breaks or suggestions have to be written in the end. */
export interface ClaimedPiece {
  readonly tally: Tally
  readonly hasFindings: boolean
  readonly surplusCount: number
  readonly hasSuggestions: boolean
}

/**
 * Runs one rule over the records of a piece: lines of matches and nettings, what became of each record, and where the open
 * ones go. Requires whole blocks. Throws when a record would be in two lines.
 */
export function* claimPiece(context: PieceRun, piece: Piece, sink: PieceSink): Slices<ClaimedPiece> {
  const run = yield* runPiece(context, piece)
  const { claims, tally } = yield* writeClaims(context, { run, piece, sink })
  const markOf = markMaker(context, piece, run)
  for (const surplus of run.surpluses) sink.addSurplus(namedSurplus(run, surplus, { piece, claims }))
  for (const side of sides) settleSide(run, side, { piece, sink, claims: claims[side], markOf })
  let routed = tally
  for (const side of sides) {
    const rows = openRowsOf(run, side)
    const records = rows.map((row) => ({
      row,
      mark: markOf(side, row, 'open', ''),
      line: lineOf(run, side, { piece, row }),
    }))
    const from = piece.position + 1
    routed = addTallies(routed, routeRecords(context, { side, table: run[side].table, records, from }, sink))
  }
  return {
    tally: routed,
    hasFindings: run.findings.length > 0,
    surplusCount: run.surpluses.length,
    hasSuggestions: run.suggestions.length > 0,
  }
}

interface NamedClaims {
  readonly piece: Piece
  readonly claims: BySide<ReadonlyMap<number, string>>
}

function namedSurplus(run: RunState, surplus: Surplus, { piece, claims }: NamedClaims): NamedSurplus {
  const named = (side: Side): NamedRecord[] =>
    rowsById(run[side], surplus[side]).map((row) => ({
      record: piece.sides[side].markOf(row).number,
      id: recordId(run[side].table, row),
    }))
  const idOf = ({ source: [source] }: Match): string => {
    const id = source === undefined ? undefined : claims.source.get(source)
    if (id === undefined) throw new Error('Every match of the piece has a line')
    return id
  }
  const { counts, repeats } = surplus
  return { source: named('source'), target: named('target'), counts, repeats: repeats.map(idOf) }
}

interface RoutedRecords {
  readonly side: Side
  readonly table: RunState['source']['table']
  readonly records: readonly (PieceRecord & { readonly row: number })[]
  /** The first rule that may take them. */
  readonly from: number
}

/** Sends open records on their way, and counts those that no rule sees any more. O(records × rules). */
export function routeRecords(
  { policy }: PieceRun,
  { side, table, records, from }: RoutedRecords,
  sink: PieceSink,
): Tally {
  const rules = enabledRules(policy)
  const routeOf = createRouter(table, { rules, side, attributePaths: policy.attributePaths, from })
  const [left, excluded]: [number[], number[]] = [[], []]
  const passes = new Map<number, number>()
  for (const { row, mark, line } of records) {
    const route = routeOf(row)
    if (route.to === 'rule') sink.toRule(side, { ...route, mark, line })
    else if (route.to === 'rest') {
      left.push(row)
      sink.settle(side, { mark, line })
    } else {
      excluded.push(row)
      passes.set(route.position, (passes.get(route.position) ?? 0) + 1)
      sink.exclude(side, { number: mark.number, id: recordId(table, row), ruleId: at(rules, route.position).rule.id })
    }
  }
  const amountOf = (row: number) => controlAmount(table, row)
  const sums = addTallies(
    sumsTally(side, sumPart(table, left, { part: 'open', amountOf })),
    sumsTally(side, sumPart(table, excluded, { part: 'excluded', amountOf })),
  )
  return addTallies(sums, {
    ...emptyTally,
    passes: Object.fromEntries(
      [...passes].map(([position, count]) => [
        position,
        { ...noCounts, [side === 'source' ? 'excludedSource' : 'excludedTarget']: count },
      ]),
    ),
    taken: Object.fromEntries(
      [...passes].map(([position, count]) => [position, { source: 0, target: 0, [side]: count }]),
    ),
    records: { ...emptyTally.records, [side]: { matched: 0, open: left.length, netted: 0 } },
  })
}

const sumsTally = (side: Side, sums: Tally['sums'][Side]): Tally => ({
  ...emptyTally,
  sums: { ...emptyTally.sums, [side]: sums },
})

interface Claiming {
  readonly run: RunState
  readonly piece: Piece
  /** Where the lines go; nowhere when only their ids are wanted. */
  readonly sink?: Pick<PieceSink, 'addLine'>
}

interface WrittenClaims {
  /** Row → the id of the line that holds it. */
  readonly claims: BySide<ReadonlyMap<number, string>>
  readonly tally: Tally
}

/** Writes the lines of matches and nettings, and counts what they hold. */
export function* writeClaims({ sha256 }: PieceRun, { run, piece, sink }: Claiming): Slices<WrittenClaims> {
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const explained = createExplainedDifferences(run, settled, differences)
  const artifact = createArtifactWriter(sha256)
  const written = yield* writeMatches(
    { ...run, suggestions: [] },
    { artifact, coverage: createCoverage(run), settled, explained, differences },
  )
  const claims = { source: new Map<number, string>(), target: new Map<number, string>() }
  const numbersOf = numberMaker(piece, run)
  const claim = (match: Match, id: string): void => {
    const rows = rowsBySide(match.rule, match)
    for (const side of sides) for (const row of rows[side]) claims[side].set(row, id)
  }
  const matches = matchesById(run)
  const lines = linesIn(artifact.finish().chunks.map(({ bytes }) => bytes))
  for (const [position, match] of matches.entries()) {
    claim(match, written.idAt(position))
    const { value } = lines.next()
    if (value === undefined) throw new Error('Every match has a line')
    sink?.addLine('matches', { ...numbersOf(match), line: value })
  }
  for (const { netting, line } of nettedLines(run)) {
    explained.addNetting(netting)
    const text = canonicalize(line)
    claim(netting, idOfLine('netted', hashOfLine(sha256, text)))
    sink?.addLine('netted', { ...numbersOf(rowsBySide(netting.rule, netting)), line: utf8(text) })
  }
  return {
    claims,
    tally: {
      ...claimedTally(run, piece.position),
      ...explainedTally(explained.sums()),
      confidence: written.confidence,
    },
  }
}

/** The figures of what a rule claimed and holds for review. */
function claimedTally(run: RunState, position: number): Tally {
  const [pass] = run.passes
  if (pass === undefined) throw new Error('A rule that ran has a pass')
  const { rule, action, leftSource, leftTarget, ...counts } = pass
  const countOf = (side: Side, wanted: number): number =>
    run[side].statuses.reduce((sum, each) => sum + Number(each === wanted), 0)
  const recordsOf = (side: Side) => ({
    matched: countOf(side, status.matched),
    open: countOf(side, status.held),
    netted: countOf(side, status.netted),
  })
  const restsOf = (side: Side): number => run.residuals.filter((rest) => rest.side === side).length
  const takenOf = (side: Side): number => countOf(side, status.matched) + countOf(side, status.netted) - restsOf(side)
  const parts = sides.flatMap((side) =>
    (['matched', 'held', 'netted'] as const).map((state) =>
      sumsTally(
        side,
        sumPart(run[side].table, rowsWith(run, side, status[state]), {
          part: state === 'held' ? 'open' : state,
          amountOf: (row) => settledAmount(run, side, row),
        }),
      ),
    ),
  )
  return [
    ...parts,
    {
      ...emptyTally,
      passes: { [position]: counts },
      taken: { [position]: { source: takenOf('source'), target: takenOf('target') } },
      fx: exchangeDifferences(run),
      records: { source: recordsOf('source'), target: recordsOf('target') },
      residualCount: { source: restsOf('source'), target: restsOf('target') },
    },
  ].reduce(addTallies)
}

function* rowsWith(run: RunState, side: Side, wanted: number): Generator<number> {
  const { statuses } = run[side]
  for (let row = 0; row < statuses.length; row++) if (numberAt(statuses, row) === wanted) yield row
}

const openRowsOf = (run: RunState, side: Side): number[] => [...rowsWith(run, side, status.open)]

function* linesIn(chunks: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const bytes of chunks)
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(0x0a, start)
      yield bytes.subarray(start, end)
      start = end + 1
    }
}

/** The marks of a piece's rows after its rule, those of rests among them. */
type MarkMaker = (side: Side, row: number, state: PieceState, claim: string) => PieceMark

interface Settling {
  readonly piece: Piece
  readonly sink: PieceSink
  readonly claims: ReadonlyMap<number, string>
  readonly markOf: MarkMaker
}

function settleSide(run: RunState, side: Side, { piece, sink, claims, markOf }: Settling): void {
  for (const state of ['held', 'matched', 'netted'] as const)
    for (const row of rowsWith(run, side, status[state])) {
      const claim = claims.get(row)
      if ((claim === undefined) !== (state === 'held')) throw new Error('Completeness: a claimed record is in no line')
      sink.settle(side, { mark: markOf(side, row, state, claim ?? ''), line: lineOf(run, side, { piece, row }) })
    }
}

function markMaker({ facts }: PieceRun, { position, sides: own }: Piece, run: RunState): MarkMaker {
  const rests = { source: new Map<number, number>(), target: new Map<number, number>() }
  for (const { side, row, origin } of run.residuals) rests[side].set(row, origin)
  return (side, row, state, claim) => {
    const origin = rests[side].get(row)
    if (origin === undefined) return { ...own[side].markOf(row), state, claim }
    const number = own[side].markOf(origin).number + facts[side].recordCount
    return { number, bornAt: position, byteCount: numberAt(run[side].table.lineByteCounts, row), state, claim }
  }
}

interface RowOfPiece {
  readonly piece: Piece
  readonly row: number
}

/** The line of a record; that of a rest is its origin's with another id and amount. */
function lineOf(run: RunState, side: Side, { piece, row }: RowOfPiece): Uint8Array {
  const own = piece.sides[side]
  if (row < own.table.rowCount) return own.lineOf(row)
  const rest = run.residuals.find((each) => each.side === side && each.row === row)
  if (rest === undefined) throw new Error('Every row that was added is a rest')
  const { gross, fee, net, ...kept } = JSON.parse(new TextDecoder().decode(own.lineOf(rest.origin)))
  return utf8(canonicalize({ ...kept, id: recordId(run[side].table, row), amount: formatDecimal(rest.amount) }))
}
