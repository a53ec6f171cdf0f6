import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** An npm script that runs in a process group of its own, as in a terminal. */
export interface RunningScript {
  /** Standard output so far. */
  readonly output: () => string
  readonly errors: () => string
  /** Resolves once a line of the output is as wanted; rejects when the script ends first. */
  readonly line: (pattern: RegExp) => Promise<string>
  /** The exit code; resolves when the script has ended. */
  readonly ended: Promise<number | null>
  /** Sends the signal to the whole group, as a terminal does. */
  readonly signal: (name: NodeJS.Signals) => void
  /** Sends the signal to npm alone. */
  readonly signalNpm: (name: NodeJS.Signals) => void
  /** The processes of the group that run the program of this name; none where the system does not tell. */
  readonly running: (program: string) => readonly number[]
  /** Whether any process of the group is left. */
  readonly isAlive: () => boolean
}

/** Where npm is started, and how its environment differs from the caller's. */
export interface NpmPlace {
  readonly directory: string
  readonly environment: NodeJS.ProcessEnv
}

/** Starts `npm <words>` in the place. */
export function startNpm(place: string | NpmPlace, ...words: readonly string[]): RunningScript {
  const { directory, environment } = typeof place === 'string' ? { directory: place, environment: {} } : place
  const env = { ...process.env, ...environment }
  const child = spawn('npm', words, { cwd: directory, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    texts.output += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    texts.errors += bytes
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    output: () => texts.output,
    errors: () => texts.errors,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = texts.output.split('\n').find((each) => pattern.test(each))
          if (line !== undefined) resolve(line)
        }
        child.stdout.on('data', look)
        look()
        ended.then((code) => reject(new Error(`ended with ${code}\n${texts.output}\n${texts.errors}`)))
      }),
    signal: (name) => process.kill(-groupOf(child), name),
    signalNpm: (name) => child.kill(name),
    running: (program) =>
      processesOf(groupOf(child))
        .filter((pid) => commandOf(pid).includes(program))
        .map(Number),
    isAlive: () => isGroupAlive(groupOf(child)),
  }
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

function groupOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('npm could not be started')
  return child.pid
}

/** A process that has ended but that nobody has waited for is not alive: container inits often never do. */
function isGroupAlive(group: number): boolean {
  if (!existsSync('/proc/self/stat')) return takesSignals(group)
  return processesOf(group).length > 0
}

/** The ids of the living processes of a group. */
function processesOf(group: number): readonly string[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc').filter((pid) => {
    const [state, , groupOfPid] = statOf(pid)
    return Number(groupOfPid) === group && state !== 'Z'
  })
}

/** The first word of a process's command line; empty for one that has just ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? ''
  } catch {
    return ''
  }
}

/** State, parent and group of a process: what follows its name in parentheses in `/proc/<pid>/stat`. */
function statOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function takesSignals(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
