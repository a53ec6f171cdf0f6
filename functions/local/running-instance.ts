import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './processes.ts'
import { root } from './tool-environment.ts'
import { onWorkerd } from './workerd-processes.ts'

/** Holds a `ServedBy` for each process that serves this folder's local data, in a file named by its id. */
const serversPath = join(root, '.wrangler/servers')

/** A process that serves the data, and the workerd processes that it started. */
interface ServedBy {
  readonly server: KnownProcess
  readonly workers: readonly KnownProcess[]
}

/** The system reuses process ids; the command line tells processes apart. */
interface KnownProcess {
  readonly pid: number
  readonly command?: string | undefined
}

/** Another running process that serves this folder's data. */
export const otherServer = (folder = serversPath): number | undefined =>
  recordsIn(folder).find(({ server }) => server.pid !== process.pid && isServing(server))?.server.pid

/**
 * Ends workerd processes whose server is gone, such as a killed one, and returns their ids. Requires that no other
 * process does the same at once. Finds none on Windows.
 */
export async function endLeftovers(folder = serversPath): Promise<readonly number[]> {
  const left = recordsIn(folder).filter(({ server }) => !isServing(server))
  const pids = left.flatMap(({ workers }) => workers.filter(isSameProcess).map(({ pid }) => pid))
  for (const pid of pids) kill(pid)
  while (left.some(({ workers }) => workers.some(isSameProcess))) await wait(lookMilliseconds)
  for (const { server } of left) rmSync(pathOf(folder, server.pid), { force: true })
  return pids
}

const lookMilliseconds = 20

/** Records that this process serves the folder's data, with every workerd that it starts from now on. */
export function enterServer(folder = serversPath): void {
  const server = { pid: process.pid, command: commandOf(process.pid) }
  const workers: KnownProcess[] = []
  const write = (): void => {
    const served: ServedBy = { server, workers }
    writeFileSync(pathOf(folder, process.pid), JSON.stringify(served))
  }
  mkdirSync(folder, { recursive: true })
  write()
  onWorkerd({
    begun: (pid, words) => {
      workers.push({ pid, command: words.join(' ') })
      write()
    },
  })
}

/** Removes the record of `enterServer`, unless a worker is still running: then the next start ends it. */
export function leaveServer(folder = serversPath): void {
  const own = recordsIn(folder).find(({ server }) => server.pid === process.pid)
  if (own?.workers.some(isSameProcess) === false) rmSync(pathOf(folder, process.pid), { force: true })
}

const pathOf = (folder: string, pid: number): string => join(folder, `${pid}.json`)

function recordsIn(folder: string): readonly ServedBy[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.flatMap((name) => {
    try {
      const served: ServedBy = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return [served]
    } catch {
      // A file cut off when its process ended, or removed by another start.
      return []
    }
  })
}

/** Without a command line any process with that id counts as the server. */
const isServing = (server: KnownProcess): boolean =>
  server.command === undefined ? isRunning(server.pid) : isSameProcess(server)

const isSameProcess = ({ pid, command }: KnownProcess): boolean => command !== undefined && commandOf(pid) === command

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // A process that has just ended is no fault.
    if (isSameProcess({ pid, command: commandOf(pid) })) throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
