import { availableParallelism } from 'node:os'
import type { Job } from './job.ts'
import type { PeerName } from './peer-packages.ts'

/** The contenders by name, in the order of the tables. */

export interface Contender {
  readonly name: string
  readonly title: string
  /** The package that the bench has to install for it. */
  readonly peer?: PeerName
  readonly environment?: NodeJS.ProcessEnv
  /** Threads that work at once, besides those of Node for its compiler and garbage collector. */
  readonly threadCount: number
  /** Holds the process to one processor, by `taskset`. */
  readonly isPinned?: true
  /** Whether it writes its matches in every round, as people use it; others only when they are checked. */
  readonly alwaysWrites?: true
  /** The exit code that says that records are open. */
  readonly openExitCode?: number
  /** The words after `node`, from the project's root. */
  readonly words: (job: Job) => readonly string[]
}

export const tallystick = 'tallystick'

/** A program of this folder, which gets the job and how many threads it may use. */
const peer = (program: string, threadCount = 1): Pick<Contender, 'words' | 'threadCount'> => ({
  threadCount,
  words: (job) => [`tests/bench/contenders/${program}.ts`, JSON.stringify({ ...job, threadCount })],
})

const threads = (count: number): NodeJS.ProcessEnv => ({ POLARS_MAX_THREADS: String(count) })

/** The command as people use it. */
const command = {
  alwaysWrites: true,
  openExitCode: 1,
  words: ({ source, target, rules, matches = '/dev/null' }: Job) => [
    'functions/cli/bin/tallystick.js',
    'reconcile',
    source,
    target,
    '--rules',
    rules,
    '--out',
    matches,
  ],
} as const

export const contenders: readonly Contender[] = [
  { name: tallystick, title: 'tallystick reconcile', threadCount: Math.min(2, availableParallelism()), ...command },
  { name: 'tallystick-1', title: 'tallystick, 1 processor', threadCount: 1, isPinned: true, ...command },
  { name: 'duckdb', title: 'DuckDB, 1 thread', peer: '@duckdb/node-api', ...peer('duckdb') },
  { name: 'duckdb-2', title: 'DuckDB, 2 threads', peer: '@duckdb/node-api', ...peer('duckdb', 2) },
  { name: 'polars', title: 'Polars, 1 thread', peer: 'nodejs-polars', environment: threads(1), ...peer('polars') },
  {
    name: 'polars-2',
    title: 'Polars, 2 threads',
    peer: 'nodejs-polars',
    environment: threads(2),
    ...peer('polars', 2),
  },
  { name: 'sqlite', title: 'SQLite in memory', ...peer('sqlite') },
  { name: 'objects', title: 'objects and a Map', ...peer('objects') },
]

/** Whether the contender is the command line, which writes lines of its own. */
export const isCommand = ({ alwaysWrites }: Contender): boolean => alwaysWrites === true

/** The names of all contenders. */
export const contenderNames: readonly string[] = contenders.map(({ name }) => name)
