import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './processes.ts'
import { root } from './tool-environment.ts'
import { onWorkerd } from './workerd-processes.ts'

/**
 * A folder with a `ServedBy` for each process that serves this folder's local data, in a file named by the process id.
 */
const serversPath = join(root, '.wrangler/servers')

/** A process that serves the data, and the workerd processes that it started. */
interface ServedBy {
  readonly server: KnownProcess
  readonly workers: readonly KnownProcess[]
}

/** A process id with its command line, which tells it from a later process with the same id. */
interface KnownProcess {
  readonly pid: number
  readonly command?: string | undefined
}

/** The id of another running process that serves this folder's data. */
export const otherServer = (folder = serversPath): number | undefined =>
  recordsIn(folder).find(({ server }) => server.pid !== process.pid && isServing(server))?.server.pid

/**
 * Ends workerd processes whose server is gone, for example killed, and returns their ids. Requires that no other
 * process does the same at that moment. Finds none on Windows.
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

/** Writes down that this process serves the folder's data, and every workerd that it starts from now on. */
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

/**
 * Removes what `enterServer` wrote. While a workerd still runs the file stays, and the next start ends that workerd.
 */
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
      // The file was cut off when its process ended, or was removed by another start.
      return []
    }
  })
}

/** Whether the server still runs. Where its command line is unknown, any process with its id counts. */
const isServing = (server: KnownProcess): boolean =>
  server.command === undefined ? isRunning(server.pid) : isSameProcess(server)

const isSameProcess = ({ pid, command }: KnownProcess): boolean => command !== undefined && commandOf(pid) === command

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // An error is expected where the process has just ended.
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
