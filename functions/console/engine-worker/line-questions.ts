import type { LinePage, LineQuery, RunOverview } from './engine-types.ts'
import { overviewOf } from './run-overview.ts'
import type { SessionContext } from './session-context.ts'

/** Lines of a table, from `from` on. */
export interface LineRange {
  readonly from: number
  readonly count: number
}

/** What the page asks about the lines of open runs. Each throws for a run that is not open. */
export const lineQuestions = ({ books }: SessionContext) => ({
  /** Undefined where no such run is open. */
  overview(id: string): RunOverview | undefined {
    const book = books.find(id)
    return book && overviewOf(book)
  },

  lines: (id: string, query: LineQuery, range: LineRange): LinePage => books.table(id, query.view).page(query, range),

  /** Frees what a run takes. */
  forget: (id: string): void => books.forget(id),
})
