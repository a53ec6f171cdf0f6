import { readFileSync } from 'node:fs'
import { type CommandEnd, createScratch, runWords, type Scratch } from './command.ts'
import { type LogPlan, type MadeLog, makeLog } from './made-log.ts'
import { type LogServer, serveLog } from './serve-log.ts'

/** A log that is shown, and a monitor of it with a state of its own. */
export interface Monitored {
  readonly log: MadeLog
  readonly server: LogServer
  /** The path of the state. */
  readonly state: string
  readonly look: (...words: readonly string[]) => Promise<CommandEnd>
  /** Shows the log of another plan from now on. */
  readonly show: (next: LogPlan) => Promise<MadeLog>
  /** What the state holds. */
  readonly kept: () => { readonly keys: readonly string[]; readonly checkpoint: string; readonly entryCount: number }
}

/** Monitors of one test file, and how to end what they began. */
export interface Monitors {
  readonly scratch: Scratch
  readonly monitored: (plan: LogPlan) => Promise<Monitored>
  readonly stop: () => Promise<void>
  readonly remove: () => void
}

/** No monitors yet. */
export function createMonitors(): Monitors {
  const scratch = createScratch()
  const servers: LogServer[] = []
  let stateCount = 0
  return {
    scratch,
    async monitored(plan) {
      const log = await makeLog(plan)
      const server = await serveLog(log)
      servers.push(server)
      stateCount += 1
      const state = scratch.path(`state-${stateCount}.json`)
      return {
        log,
        server,
        state,
        look: (...words) => runWords(['monitor', server.origin, '--state', state, ...words]),
        async show(next) {
          const shown = await makeLog({ ...plan, ...next })
          server.show(shown)
          return shown
        },
        kept: () => JSON.parse(readFileSync(state, 'utf8')),
      }
    },
    async stop() {
      for (const server of servers.splice(0)) await server.stop()
    },
    remove: () => scratch.remove(),
  }
}
