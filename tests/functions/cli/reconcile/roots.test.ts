import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeTwoSides } from '../../../bench/service/two-sides.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { root } from '../../../support/node/step.ts'

/**
 * Roots on record, of files as a user has them. They change only with the engine version or with how files are read;
 * tests/golden has the engine's own.
 */

const scratch = createScratch()
afterAll(() => scratch.remove())

const rootOf = async (words: readonly string[]): Promise<string | undefined> => {
  const { output } = await runWords(['reconcile', ...words])
  return /lines under the root ([0-9a-f]{64})/.exec(output)?.[1]
}

const sample = (name: string) => join(root, 'tests/samples', name)

it('gives the sample files the root on record', async () => {
  const words = [sample('bank-statement.csv'), sample('ledger.csv'), '--rules', sample('rules.json')]
  expect(await rootOf(words)).toBe('1d483503543bb06a183e6c07386e55fa5af84d7eb5646b968ec0d1958dc01c71')
})

it('gives a run of 20,000 generated records the root on record', async () => {
  const { source, target } = makeTwoSides(10_000, 7)
  const words = [scratch.write('source.csv', source), scratch.write('target.csv', target)]
  expect(await rootOf(words)).toBe('87cc792621909bd4471a09ea14e7512a6f532833b1a47041531e72dab23ba2b9')
})

it('ends the README’s first example with the lines that the README shows', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const files = [...readme.matchAll(/^cat > (\S+) <<'END'\n([\s\S]*?)^END$/gm)]
  const paths = files.map(([, name = '', text = '']) => scratch.write(name, text))
  const shown = /^```text\n(result [\s\S]*?)^```$/m.exec(readme)?.[1]
  expect(paths).toHaveLength(2)
  const { output } = await runWords(['reconcile', ...paths])
  expect(output.slice(output.indexOf('result  '))).toBe(shown)
})
