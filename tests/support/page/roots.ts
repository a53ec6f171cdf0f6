import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../node/step.ts'

/** The roots that the command line comes to, for the page to come to as well. */

/** What the program printed. Resolves whatever its exit code: open breaks have one of their own. */
export function runTallystick(...words: readonly string[]): Promise<string> {
  const program = join(root, 'functions/cli/bin/tallystick.js')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], (_, output, errors) => resolve(`${output}${errors}`))
  })
}

/** The root that `tallystick reconcile <words>` comes to. */
export async function rootOf(...words: readonly string[]): Promise<string> {
  const output = await runTallystick('reconcile', ...words, '--breaks', '0')
  const [, found] = /under the root ([0-9a-f]{64})/.exec(output) ?? []
  if (found === undefined) throw new Error(output)
  return found
}

/** The root of the sample files with their rules. */
export function rootOfSamples(): Promise<string> {
  const sample = (name: string) => join(root, 'tests/samples', name)
  return rootOf(sample('bank-statement.csv'), sample('ledger.csv'), '--rules', sample('rules.json'))
}

/** The root of two CSV files under the built-in rules. */
export async function rootOfTwo(source: string, target: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-page-'))
  try {
    const paths = Object.entries({ source, target }).map(([side, text]) => {
      const path = join(directory, `${side}.csv`)
      writeFileSync(path, text)
      return path
    })
    return await rootOf(...paths)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
