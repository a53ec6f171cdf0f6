import { at } from '../base/at.ts'
import { type Pace, type Slices, uninterrupted } from '../base/slices.ts'
import { recordId } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { PieceRecord, PieceRun, PieceSink } from './piece.ts'
import { createRouter, enabledRules } from './route.ts'
import { addTallies, emptyTally, noCounts, type Tally, tallyOfPart } from './tally.ts'

interface RoutedSide {
  readonly side: Side
  readonly table: Table
  readonly from: number
}

interface RoutedRecords extends RoutedSide {
  readonly rows: Iterable<number>
  readonly pace?: Pace
  readonly recordOf: (row: number) => PieceRecord
}

/**
 * Sends open records to their next rule. Returns the counts of the records that an exclude rule or no rule takes.
 * O(records × rules).
 */
export function* routeRecords(
  context: PieceRun,
  { rows, recordOf, pace = uninterrupted, ...routed }: RoutedRecords,
  sink: PieceSink,
): Slices<Tally> {
  const routing = openRouting(context, routed, sink)
  for (const row of rows) {
    if (pace.endsSlice(stepsOfRoute)) yield
    routing.route(row, recordOf(row))
  }
  return routing.tally()
}

interface Routing {
  route(row: number, record: PieceRecord): void
  tally(): Tally
}

/** Like `routeRecords`, one record at a time. O(rules) a record. */
export function openRouting({ policy }: PieceRun, { side, table, from }: RoutedSide, sink: PieceSink): Routing {
  const rules = enabledRules(policy)
  const routeOf = createRouter(table, { rules, side, attributePaths: policy.attributePaths, from })
  const [left, excluded]: [number[], number[]] = [[], []]
  const passes = new Map<number, number>()
  return {
    route(row, { mark, line }) {
      const route = routeOf(row)
      if (route.to === 'rule') sink.toRule(side, { position: route.position, hash: route.hash, mark, line })
      else if (route.to === 'end') {
        left.push(row)
        sink.settle(side, { mark, line })
      } else {
        excluded.push(row)
        passes.set(route.position, (passes.get(route.position) ?? 0) + 1)
        sink.exclude(side, { number: mark.number, id: recordId(table, row), ruleId: at(rules, route.position).rule.id })
      }
    },
    tally: () => tallyOf({ side, table, left, excluded, passes }),
  }
}

interface Routed {
  readonly side: Side
  readonly table: Table
  readonly left: readonly number[]
  readonly excluded: readonly number[]
  readonly passes: ReadonlyMap<number, number>
}

function tallyOf({ side, table, left, excluded, passes }: Routed): Tally {
  const sums = addTallies(
    tallyOfPart(table, left, { side, part: 'open' }),
    tallyOfPart(table, excluded, { side, part: 'excluded' }),
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

const stepsOfRoute = 1_000
