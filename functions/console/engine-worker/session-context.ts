import type { Sha256 } from '@tallystick/engine/base'
import type { View } from '@tallystick/schema/result'
import { createLineTable, type LineTable } from './line-table.ts'
import type { RunBook } from './run-book.ts'
import { createTurns, type Turns } from './turns.ts'

/** The state that the questions of a session share. */
export interface SessionContext {
  readonly sha256: Sha256
  readonly turns: Turns
  readonly books: OpenBooks
}

export interface OpenBooks {
  readonly add: (book: RunBook) => void
  readonly find: (id: string) => RunBook | undefined
  /** Throws where no such run is open. */
  readonly get: (id: string) => RunBook
  /** Made when it is first asked for. */
  readonly table: (id: string, view: View) => LineTable
  readonly forget: (id: string) => void
  /** Calls `tell` with the id of each forgotten run, so that its data can be freed. */
  readonly onForget: (tell: (id: string) => void) => void
}

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
