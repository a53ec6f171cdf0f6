import { join } from 'node:path'
import { at } from '@tallystick/engine/base'
import { expect, it } from 'vitest'
import { createProgress } from '../../../../functions/cli/reconcile/progress.ts'
import { runWords } from '../../../support/node/command.ts'
import { sampleRules } from '../../../support/node/samples.ts'
import { root } from '../../../support/node/step.ts'

const samples = ['bank-statement.csv', 'ledger.csv'].map((name) => join(root, 'tests/samples', name))
const words = ['reconcile', ...samples, '--rules', join(root, 'tests/samples/rules.json')]
const erased = '\r\u001b[K'

it('shows on a terminal how far it is, rule by rule, and is gone at the end', async () => {
  const { errors, output } = await runWords(words, 80)
  const shown = errors.split(erased).slice(1)
  expect(shown.pop()).toBe('')
  expect(shown.filter((line) => line.endsWith('reading')).at(-1)).toBe(`[${'#'.repeat(24)}] 100 %  reading`)
  expect(shown.flatMap((line) => /rule (.*)$/.exec(line)?.[1] ?? [])).toEqual(sampleRules.map(({ id }) => id))
  expect(shown.at(-1)).toMatch(/ writing$/)
  expect(output).not.toContain('\u001b')
})

it('is gone before a fault is told', async () => {
  const { errors } = await runWords(['reconcile', at(samples, 0), '/nowhere/at-all.csv'], 80)
  expect(errors.split(erased).at(-1)).toBe('tallystick: /nowhere/at-all.csv: there is no such file\n')
})

it('writes nothing where there is no terminal', async () => {
  expect((await runWords(words)).errors).toBe('')
})

it('draws a bar only when it looks different, and never wider than the terminal', () => {
  let drawn = ''
  const progress = createProgress({
    print: () => {},
    printReport: () => {},
    printError: (text) => (drawn += text),
    columnCount: 20,
  })
  progress.show('a long note', 1, 1_000_000)
  progress.show('a long note', 2, 1_000_000)
  expect(drawn).toBe(`${erased}[------------------`)
  progress.show('a long note', 1_500_000, 1_000_000)
  expect(drawn).toBe(`${erased}[------------------${erased}[##################`)
})
