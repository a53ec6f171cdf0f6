import type { Sha256 } from '@tallystick/engine/base'
import type { OpenRows } from '@tallystick/engine/intake'
import type { View } from '@tallystick/schema/result'
import { type LayoutStore, noLayouts } from './kept-layout.ts'
import type { ResultStore } from './kept-result.ts'
import { createLineTable, type LineTable } from './line-table.ts'
import type { OpenRun } from './open-run-lines.ts'
import type { CloseStore, KeyStore } from './own-close-types.ts'
import { createTurns, type Turns } from './turns.ts'

/** What the engine is given. */
export interface EngineModules {
  readonly sha256: Sha256
  readonly openRows: OpenRows
  /** Absent where nothing is kept from one visit to the next. */
  readonly results?: ResultStore
  readonly layouts?: LayoutStore
  readonly closes?: CloseStore
  readonly keys?: KeyStore
}

export interface SessionContext extends EngineModules {
  readonly results: ResultStore
  readonly layouts: LayoutStore
  readonly turns: Turns
  readonly openRuns: OpenRuns
}

interface OpenRuns {
  readonly add: (openRun: OpenRun) => void
  readonly find: (id: string) => OpenRun | undefined
  /** Throws where the run is not open. */
  readonly get: (id: string) => OpenRun
  /** The table of a view, made when it is first asked for. */
  readonly table: (id: string, view: View) => LineTable
  readonly forget: (id: string) => void
  /** Calls `tell` with the id of each forgotten run, so that its data can be freed. */
  readonly onForget: (tell: (id: string) => void) => void
}

const refuse = (): Promise<never> => Promise.reject(new Error('No results are kept here'))
const noResults: ResultStore = { keep: refuse, list: async () => [], fileOf: refuse, forget: refuse }

export const createContext = (modules: EngineModules): SessionContext => ({
  results: noResults,
  layouts: { read: async () => noLayouts, write: refuse },
  ...modules,
  turns: createTurns(),
  openRuns: createOpenRuns(),
})

function createOpenRuns(): OpenRuns {
  const openRuns = new Map<string, OpenRun>()
  const tables = new Map<string, LineTable>()
  const listeners: ((id: string) => void)[] = []
  const get = (id: string): OpenRun => {
    const openRun = openRuns.get(id)
    if (openRun === undefined) throw new Error(`No run ${id} is open`)
    return openRun
  }
  return {
    add: (openRun) => void openRuns.set(openRun.id, openRun),
    find: (id) => openRuns.get(id),
    get,
    table(id, view) {
      const key = `${id} ${view}`
      const table = tables.get(key) ?? createLineTable(get(id), view)
      tables.set(key, table)
      return table
    },
    forget(id) {
      openRuns.delete(id)
      for (const key of [...tables.keys()]) if (key.startsWith(`${id} `)) tables.delete(key)
      for (const tell of listeners) tell(id)
    },
    onForget: (tell) => void listeners.push(tell),
  }
}
