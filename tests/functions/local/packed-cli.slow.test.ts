import { execFileSync, execSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScratch } from '../../support/node/command.ts'
import { root } from '../../support/node/step.ts'

/** The command line as a package, installed in an empty folder without a network. */

const scratch = createScratch()
const project = scratch.path('project')
afterAll(scratch.remove)

const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }

/** Runs the installed program with `words`, and `input` as its standard input. */
const run = (words: readonly string[], input?: Uint8Array): string =>
  execFileSync(join(project, 'node_modules/.bin/tallystick'), words, {
    cwd: project,
    encoding: 'utf8',
    env,
    ...(input && { input }),
  })

describe('the packed command line', () => {
  beforeAll(() => {
    // Shell: npm is a script, whose name differs by platform.
    const npm = (words: string, cwd: string) => execSync(`npm ${words}`, { cwd, stdio: 'pipe', env })
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{ "name": "stranger", "private": true }')
    npm('run build:cli', root)
    npm(`pack ./dist/cli --pack-destination "${scratch.path('.')}"`, root)
    const archive = readdirSync(scratch.path('.')).find((name) => name.endsWith('.tgz'))
    npm(`install --offline --no-audit --no-fund "${scratch.path(archive ?? '')}"`, project)
  })

  it('brings nothing else', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@tallystick'])
  })

  it('says its version', () => {
    expect(run(['--version'])).toMatch(/^tallystick 1\.0\.0, engine \d+\n$/)
  })

  it('reconciles two files, one of them from standard input, to the root of the project’s own', () => {
    const [bank, ledger] = ['bank-statement.csv', 'ledger.csv'].map((name) => join(root, 'tests/samples', name))
    const source = readFileSync(bank ?? '')
    const words = ['reconcile', '-', ledger ?? '', '--rules', 'propose', '--json', '--breaks', '0']
    const own = execOwn(['reconcile', bank ?? '', ...words.slice(2)])
    expect(rootOf(() => run(words, source))).toBe(rootOf(() => own))
  })

  it('brings the thread that reads one of two large files', () => {
    const [header, row] = ['id,date,amount,currency,description', `,2026-03-01,1,EUR,${'x'.repeat(1_000)}`]
    const rows = Array.from({ length: 17_000 }, (_, index) => `${index}${row}`)
    for (const name of ['a.csv', 'b.csv']) writeFileSync(join(project, name), [header, ...rows, ''].join('\n'))
    const summary = JSON.parse(textOf(() => run(['reconcile', 'a.csv', 'b.csv', '--json', '--breaks', '0'])))
    expect([summary.source.recordCount, summary.target.recordCount]).toEqual([17_000, 17_000])
  })
})

/** Runs the project's own program. */
const execOwn = (words: readonly string[]): string =>
  textOf(() => execFileSync(process.execPath, [join(root, 'functions/cli/main.ts'), ...words], { encoding: 'utf8' }))

/** The root in the JSON that is printed. Open records end the program with 1. */
const rootOf = (print: () => string): string => JSON.parse(textOf(print)).resultRoot

function textOf(print: () => string): string {
  try {
    return print()
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'status' in error && error.status === 1)
      return String(error.stdout)
    throw error
  }
}
