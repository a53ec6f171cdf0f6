import type { Sha256 } from '@tallystick/engine/base'
import type { View } from '@tallystick/schema/result'
import { createLineTable, type LineTable } from './line-table.ts'
import type { RunBook } from './run-book.ts'
import { createTurns, type Turns } from './turns.ts'

/** What the questions of a session share: the hasher, what is being computed, and the runs that are open. */
export interface SessionContext {
  readonly sha256: Sha256
  readonly turns: Turns
  readonly books: OpenBooks
}

/** The open runs by id, and the tables of their views. */
export interface OpenBooks {
  readonly add: (book: RunBook) => void
  readonly find: (id: string) => RunBook | undefined
  /** Throws where no such run is open. */
  readonly get: (id: string) => RunBook
  /** The table of a view, made when it is first asked for. */
  readonly table: (id: string, view: View) => LineTable
  readonly forget: (id: string) => void
  /** Has `tell` called with the id of each run that is forgotten: whatever was kept of the run is to go with it. */
  readonly onForget: (tell: (id: string) => void) => void
}

/** A session without files and runs. */
export const createContext = (sha256: Sha256): SessionContext => ({
  sha256,
  turns: createTurns(),
  books: createBooks(),
})

function createBooks(): OpenBooks {
  const books = new Map<string, RunBook>()
  const tables = new Map<string, LineTable>()
  const listeners: ((id: string) => void)[] = []
  const get = (id: string): RunBook => {
    const book = books.get(id)
    if (book === undefined) throw new Error(`No run ${id} is open`)
    return book
  }
  return {
    add: (book) => void books.set(book.id, book),
    find: (id) => books.get(id),
    get,
    table(id, view) {
      const key = `${id} ${view}`
      const table = tables.get(key) ?? createLineTable(get(id), view)
      tables.set(key, table)
      return table
    },
    forget(id) {
      books.delete(id)
      for (const key of [...tables.keys()]) if (key.startsWith(`${id} `)) tables.delete(key)
      for (const tell of listeners) tell(id)
    },
    onForget: (tell) => void listeners.push(tell),
  }
}
