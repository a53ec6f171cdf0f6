import { rowsOfLine } from '@tallystick/audit/report/report-row'
import { namesInLine, type RecordLine } from '@tallystick/audit/report/shown-record'
import { at, formatDecimal, numberAt } from '@tallystick/engine/base'
import type { View } from '@tallystick/schema/result'
import type { LinePage, LineQuery, ShownLine } from './engine-types.ts'
import { createGradual, type Gradual } from './gradual.ts'
import { type LineRecord, lineFiguresOf, recordsOfLine, type SideSum } from './line-figures.ts'
import { type GroupedLines, groupLines } from './line-groups.ts'
import { createOrders, isPlain, type LineOrders, plainOrder } from './line-order.ts'
import { oncePer } from './once-per.ts'
import { linesOfView, type OpenRun, periodOf } from './open-run-lines.ts'
import { figuresOf } from './record-figures.ts'
import { type RecordSearch, searchInSlices } from './record-search.ts'
import { factsInSlices } from './view-facts.ts'

export interface LineTable {
  readonly count: number
  /**
   * One page of the lines that a query shows. The order of the last query is kept: its further pages are only cut out.
   */
  readonly page: (query: LineQuery, range: { readonly from: number; readonly count: number }) => LinePage
  /** The row of a line in what a query shows; undefined where the query does not show the line. O(lines). */
  readonly placeOf: (query: LineQuery, position: number) => number | undefined
  /** The key of the group of a break; undefined in other views. */
  readonly groupOf: (position: number) => string | undefined
  /** The positions of all lines that a query shows, in the order of the query. */
  readonly orderOf: (query: LineQuery) => Int32Array
  readonly lineAt: (position: number) => RecordLine
  readonly textAt: (position: number) => string
  readonly leafAt: (position: number) => number
  readonly shownAt: (position: number) => ShownLine
  /** The position of each line that names one of these record ids. O(characters of the view). */
  readonly positionsOf: (ids: ReadonlySet<string>) => readonly number[]
  readonly prepare: (pause: () => Promise<void>) => Promise<void>
}

interface ListedLines extends GroupedLines {
  readonly passingCount: number
}

/** Lines are read only when a filter or an order needs them, so that the first page is fast. */
export function createLineTable(openRun: OpenRun, view: View): LineTable {
  const lines = linesOfView(openRun, view)
  const facts = createGradual(() => factsInSlices(openRun, view))
  const search = searchOf(openRun)
  let orders: LineOrders | undefined
  let last: (ListedLines & { readonly key: string }) | undefined

  const find = (query: LineQuery): Int32Array => {
    if (orders === undefined && isPlain(query)) return plainOrder(lines.count, query.isDescending)
    orders ??= createOrders(facts.now(), { search: search.now, idOf: lines.idAt })
    return orders.of(query)
  }
  const listedOf = (query: LineQuery): ListedLines => {
    const key = JSON.stringify(query)
    if (last?.key !== key) last = { key, ...listed(query) }
    return last
  }
  const listed = (query: LineQuery): ListedLines => {
    const passing = find(query)
    const passingCount = passing.length
    if (!query.isGrouped || view !== 'breaks') return { passingCount, order: passing, groups: [] }
    const { openGroups } = query
    return { passingCount, ...groupLines({ openRun, facts: facts.now(), passing, openGroups }) }
  }
  const orderOf = (query: LineQuery): Int32Array => listedOf(query).order
  return {
    count: lines.count,
    orderOf,
    page(query, { from, count }) {
      const { order, passingCount, groups } = listedOf(query)
      const shown = Array.from(order.subarray(from, from + count), (position) =>
        headOf(shownLine(openRun, view, position)),
      )
      const counts = { count: order.length, passingCount, countAll: lines.count }
      return { ...counts, groups: from === 0 ? groups : [], lines: shown }
    },
    groupOf(position) {
      const { groupPlaces, groups } = facts.now()
      return view === 'breaks' ? at(groups, numberAt(groupPlaces, position)).key : undefined
    },
    placeOf(query, position) {
      const place = orderOf(query).indexOf(position)
      return place < 0 ? undefined : place
    },
    lineAt: lines.lineAt,
    textAt: lines.textAt,
    leafAt: lines.leafAt,
    shownAt: (position) => shownLine(openRun, view, position),
    positionsOf: (ids) =>
      Array.from({ length: lines.count }, (_, position) => position).filter((position) =>
        namesInLine(withoutNear(lines.lineAt(position))).some(({ id }) => ids.has(id)),
      ),
    async prepare(pause) {
      await facts.prepare(pause)
      await search.prepare(pause)
    },
  }
}

/** One search serves all views of a run. */
const searchOf: (openRun: OpenRun) => Gradual<RecordSearch> = oncePer((openRun: OpenRun) =>
  createGradual(() => searchInSlices(openRun)),
)

const newestDayOf = oncePer((openRun: Pick<OpenRun, 'sides'>) => periodOf(openRun).last)

function shownLine(openRun: OpenRun, view: View, position: number): ShownLine {
  const lines = linesOfView(openRun, view)
  const [line, id, leaf] = [lines.lineAt(position), lines.idAt(position), lines.leafAt(position)]
  return shownLineOf(openRun, { line, id, position, leaf })
}

export interface PlacedLine extends Pick<ShownLine, 'position' | 'leaf'> {
  readonly line: RecordLine
  readonly id: string
}

export function shownLineOf(
  openRun: Pick<OpenRun, 'sides' | 'recordOf' | 'policy'>,
  { line, id, position, leaf }: PlacedLine,
): ShownLine {
  const records = recordsOfLine(line, figuresOf(openRun))
  const { amount, currency, sums, oldestDay } = lineFiguresOf(line, records, openRun.policy)
  const asOf = newestDayOf(openRun)
  return {
    position,
    leaf,
    rows: rowsOfLine(line, { id, recordOf: openRun.recordOf }),
    recordCounts: countsOf(line),
    amount: amount === undefined ? null : formatDecimal(amount),
    currency,
    ageDays: oldestDay === undefined || asOf === undefined ? null : asOf - oldestDay,
    fileLine: fileLineOf(openRun, records[0]),
    sums: { source: shownSum(sums.source), target: shownSum(sums.target) },
  }
}

function fileLineOf({ sides }: Pick<OpenRun, 'sides'>, record: LineRecord | undefined): number | null {
  if (record?.figures === undefined) return null
  return numberAt(sides[record.name.side].lines, record.figures.row)
}

const shownSum = (sum: SideSum | undefined): ShownLine['sums']['source'] =>
  sum === undefined ? null : { amount: formatDecimal(sum.amount), currency: sum.currency }

/** A table shows a break of a thousand records as one row. */
const headOf = (shown: ShownLine): ShownLine => ({ ...shown, rows: [at(shown.rows, 0)] })

function countsOf(line: RecordLine): ShownLine['recordCounts'] {
  const names = namesInLine(withoutNear(line))
  const source = names.filter(({ side }) => side === 'source').length
  return { source, target: names.length - source }
}

const withoutNear = (line: RecordLine): RecordLine =>
  line.kind === 'break' ? { ...line, candidates: [], taken: [] } : line
