import type { LinePage, LineQuery, RunOverview, ShownLine, View } from './engine-types.ts'
import { overviewOf } from './run-overview.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

export interface LineRange {
  readonly from: number
  readonly count: number
}

/** All but `overview` and `forget` throw for a run that is not open. */
export const lineQuestions = ({ openRuns, turns }: SessionContext) => ({
  /** Undefined where the run is not open. */
  overview(id: string): RunOverview | undefined {
    const openRun = openRuns.find(id)
    return openRun && overviewOf(openRun)
  },

  lines: (id: string, query: LineQuery, range: LineRange): LinePage =>
    openRuns.table(id, query.view).page(query, range),

  line(id: string, view: View, position: number): ShownLine | undefined {
    const table = openRuns.table(id, view)
    return Number.isInteger(position) && position >= 0 && position < table.count ? table.shownAt(position) : undefined
  },

  /** The row of a line in what a query shows; undefined where the query does not show the line. */
  placeOf: (id: string, query: LineQuery, position: number): number | undefined =>
    openRuns.table(id, query.view).placeOf(query, position),

  groupOf: (id: string, view: View, position: number): string | undefined => openRuns.table(id, view).groupOf(position),

  /** Reads the lines of a view in pauses of the worker, so that the first filter answers fast. */
  async prepare(id: string, view: View): Promise<void> {
    const turn = turns.begin(`prepare ${id}`)
    await untilCancelled(() => openRuns.table(id, view).prepare(turn.pause))
  },

  forget(id: string): void {
    turns.end(`prepare ${id}`)
    openRuns.forget(id)
  },
})
