import type { Job } from './job.ts'

/** The contenders by name, in the order of the tables. */

export interface Contender {
  readonly name: string
  readonly title: string
  /** The package of `peer-packages.ts` that it needs. */
  readonly peer?: '@duckdb/node-api' | 'nodejs-polars'
  readonly environment?: NodeJS.ProcessEnv
  /** Whether it writes its matches in every round, as people use it; others only when they are checked. */
  readonly alwaysWrites?: true
  /** The words after `node`, from the project's root. */
  readonly words: (job: Job) => readonly string[]
}

export const tallystick = 'tallystick'

export const contenders: readonly Contender[] = [
  {
    name: tallystick,
    title: 'tallystick reconcile',
    alwaysWrites: true,
    words: ({ source, target, rules, matches = '/dev/null' }) => [
      'functions/cli/bin/tallystick.js',
      'reconcile',
      source,
      target,
      '--rules',
      rules,
      '--out',
      matches,
    ],
  },
]

/** The names of all contenders. */
export const contenderNames: readonly string[] = contenders.map(({ name }) => name)
