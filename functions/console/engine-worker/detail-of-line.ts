import {
  type CandidatePair,
  otherRecords,
  type RecordLine,
  type RecordName,
} from '@tallystick/audit/report/shown-record'
import { at } from '@tallystick/engine/base'
import { type CriterionOutcome, nearestRuleOf, outcomesUnderRule } from '@tallystick/engine/explain'
import type { ReconciledRun } from '@tallystick/engine/reconcile'
import type { BySide, Side } from '@tallystick/engine/record'
import { describeRule } from '@tallystick/engine/rules'
import { detailedRecords, endedRows } from './detailed-record.ts'
import type { ShownLine } from './engine-types.ts'
import type { LineDetail, LinePlace, NearRecord, RuleOfLine } from './line-detail-types.ts'
import { ownNames, type PlaceOf } from './line-places.ts'
import { nearestSetOf } from './nearest-set.ts'
import type { OpenRun } from './open-run-lines.ts'
import { breakGroupsOf } from './run-overview.ts'

export interface DetailRequest {
  readonly openRun: OpenRun
  readonly ended: ReconciledRun
  readonly line: RecordLine
  readonly shown: ShownLine
  readonly suggestions: readonly LinePlace[]
  readonly repeats: LineDetail['repeats']
  /** Finds the line that has a record, for lines that name records of other lines. */
  readonly placeOf: PlaceOf
}

export const recordCountAtOnce = 50

export function detailOf(request: DetailRequest): LineDetail {
  const { openRun, line, shown, suggestions, repeats, placeOf } = request
  const recordOf = detailedRecords(openRun)
  const recordsOf = (side: Side) =>
    ownNames(line)
      .filter((name) => name.side === side)
      .slice(0, recordCountAtOnce)
      .map(recordOf)
  const outcomes = ownOutcomes(request)
  return {
    shown,
    rule: ruleOfLine(request),
    records: { source: recordsOf('source'), target: recordsOf('target') },
    outcomes,
    missed: missedCriteria(request, outcomes),
    near: nearRecords(request),
    nearestSet: nearestSetOf(openRun, line, placeOf),
    causeCount: causeCountOf(openRun, line),
    suggestions,
    repeats,
  }
}

function causeCountOf(openRun: OpenRun, line: RecordLine): number {
  if (line.kind !== 'break' || line.cause === undefined) return 0
  return breakGroupsOf(openRun).causeCountOf(at(ownNames(line), 0).side, line.cause)
}

const ruleIdOf = (line: RecordLine): string | undefined => (line.kind === 'break' ? line.failed?.rule : line.rule)

function ruleOfLine({ openRun, ended, line }: DetailRequest): RuleOfLine | null {
  const { rules } = openRun.policy
  const index = rules.findIndex(({ id }) => id === ruleIdOf(line))
  if (index < 0) return null
  const rule = at(rules, index)
  const pass = ended.outcome.passes.find((each) => each.rule === rule.id)
  const made = pass === undefined ? 0 : pass.matches + pass.netted + pass.suggestions
  return {
    id: rule.id,
    name: rule.name,
    sentences: describeRule(rule),
    place: index + 1,
    ruleCount: rules.length,
    pass: pass === undefined || rule.action === 'exclude' ? null : { candidates: pass.candidates, matches: made },
  }
}

/**
 * How the line's own records meet its rule; null for exclusions, and for breaks in which no rule compared all records.
 */
function ownOutcomes({ ended: { run }, line }: DetailRequest): LineDetail['outcomes'] {
  const rule = ruleIdOf(line)
  if (rule === undefined || line.kind === 'excluded') return null
  if (line.kind === 'break' && !comparedReasons.includes(line.reason)) return null
  const places = line.kind === 'netted' ? nettedPlaces(run, line) : sidePlaces(run, line)
  return outcomesUnderRule(run, { rule, ...places }) ?? null
}

/**
 * The criteria that a break's own records fail. Where these were not compared: the one that its nearest set fails in
 * sum, or a near pair, if it is the field that the break names.
 */
function missedCriteria({ openRun, ended, line }: DetailRequest, own: LineDetail['outcomes']): LineDetail['missed'] {
  if (line.kind !== 'break') return []
  if (own !== null) return failing(own)
  const { failed, candidates = [] } = line
  const named = openRun.policy.rules.find(({ id }) => id === failed?.rule)
  if (named === undefined || failed?.field === undefined) return []
  const pairs = candidates.filter(({ side }) => side === named.side).map(namesOfPair)
  for (const tried of line.total === undefined ? pairs.map((pair) => [pair]) : [pairs]) {
    const rowsAt = (side: Side) => rowsOf(ended.run, distinct(tried.map((pair) => pair[side])))
    const outcomes = outcomesUnderRule(ended.run, {
      rule: named.id,
      source: rowsAt('source'),
      target: rowsAt('target'),
    })
    const missed = failing(outcomes ?? [])
    if (missed.length === 1 && at(missed, 0).name === failed.field) return missed
  }
  return []
}

/** Each record once, in the order in which it is first named. */
const distinct = (names: readonly RecordName[]): RecordName[] => [
  ...new Map(names.map((name) => [name.id, name])).values(),
]

const failing = (outcomes: readonly CriterionOutcome[]): readonly CriterionOutcome[] =>
  outcomes.filter(({ outcome }) => outcome === 'fails')

const comparedReasons: readonly string[] = ['amount_mismatch', 'date_mismatch', 'currency_mismatch', 'sum_mismatch']

type Ended = ReconciledRun['run']

const rowsOf = (run: Ended, names: readonly RecordName[]): readonly number[] =>
  names.flatMap(({ side, id }) => endedRows(run)(side, id) ?? [])

const sidePlaces = (run: Ended, line: RecordLine) => ({
  source: rowsOf(
    run,
    ownNames(line).filter(({ side }) => side === 'source'),
  ),
  target: rowsOf(
    run,
    ownNames(line).filter(({ side }) => side === 'target'),
  ),
})

/** Netted records are all of one side: positive amounts are compared as source, negative amounts as target. */
function nettedPlaces(run: Ended, line: Extract<RecordLine, { readonly kind: 'netted' }>) {
  const amounts = run[line.side].table.decimal('amount')
  const rows = rowsOf(run, ownNames(line))
  const isNegative = (row: number): boolean => amounts.textAt(row)?.startsWith('-') === true
  return { source: rows.filter((row) => !isNegative(row)), target: rows.filter(isNegative) }
}

function nearRecords(request: DetailRequest): readonly NearRecord[] {
  const { openRun, line, placeOf } = request
  if (line.kind !== 'break') return []
  const recordOf = detailedRecords(openRun)
  return otherRecords(line).map(({ name, role, pair }) => {
    const names = namesOfPair(pair)
    const own = isSame(names.source, name) ? names.target : names.source
    const { takenBy } = pair
    return {
      role,
      record: recordOf(name),
      own: recordOf(own),
      takenBy: takenBy === undefined ? null : { id: takenBy, place: placeOf(name) ?? null },
      ...comparison(request, names, pair.side),
    }
  })
}

const namesOfPair = ({ side, source, target }: CandidatePair): BySide<RecordName> => ({
  source: { side: side ?? 'source', id: source },
  target: { side: side ?? 'target', id: target },
})

const isSame = (left: RecordName, right: RecordName): boolean => left.side === right.side && left.id === right.id

function comparison(
  { openRun, ended: { run }, line }: DetailRequest,
  names: BySide<RecordName>,
  side: Side | undefined,
): Pick<NearRecord, 'rule' | 'outcomes'> {
  const [source, target] = [rowsOf(run, [names.source])[0], rowsOf(run, [names.target])[0]]
  if (source === undefined || target === undefined) return { rule: null, outcomes: [] }
  const nearest = nearestRuleOf(run, { source, target, side, named: ruleIdOf(line) })
  if (nearest === undefined) return { rule: null, outcomes: [] }
  const name = openRun.policy.rules.find(({ id }) => id === nearest.rule)?.name
  return { rule: name ?? nearest.rule, outcomes: nearest.outcomes }
}
