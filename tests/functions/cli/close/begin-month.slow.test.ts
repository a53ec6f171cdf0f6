import { afterAll, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { month } from './month.ts'

/** What a period is told once. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const start = (name: string, ...words: string[]) =>
  runWords([
    ...['close', 'start', '--in', scratch.path(name)],
    ...['--source-balance', 'EUR:0', '--target-balance', 'EUR:0', ...words],
  ])

const opposite = [{ id: 'r', match: [{ field: 'amount', sign: 'opposite' }] }]

it('refuses rules that compare other signs, at the beginning and later', async () => {
  const rules = scratch.write('rules.json', JSON.stringify(opposite))
  const refused = { code: 2, errors: expect.stringContaining('/rules/0/match/0/sign: Got "opposite", wanted "same"') }
  expect(await start('march', '--period', '2026-03', '--rules', rules)).toMatchObject(refused)
  const begun = await month(scratch, 'march')
  expect(await begun.close('run', '--rules', rules)).toMatchObject(refused)
})

it('refuses a bound with a sign', async () => {
  const words = ['--period', '2026-03', '--materiality', 'EUR:-1', '--approval-above', 'EUR:-2.50']
  expect(await start('signed', ...words)).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/"-1" as --materiality, wanted[\s\S]*"-2.5" as --approval-above, wanted/),
  })
})

it('begins a month, a week or a day by its name', async () => {
  const ends = await Promise.all(
    ['2026-02', '2026-W10', '2026-03-02', '2026-W60'].map((name) => start(`named-${name}`, '--period', name)),
  )
  expect(ends.map(({ code, output }) => [code, output.split(',')[1]])).toEqual([
    [0, ' 2026-02-01 to 2026-02-28'],
    [0, ' 2026-03-02 to 2026-03-08'],
    [0, ' 2026-03-02 to 2026-03-02'],
    [2, undefined],
  ])
})

it('keeps the mapping of a run for the next files', async () => {
  const first = scratch.write('a.csv', 'Nr;Tag;Summe\nx1;2026-03-02;1.00\n')
  const second = scratch.write('b.csv', 'Nr;Tag;Summe\nx2;2026-03-03;2.00\n')
  const mapping = scratch.write('mapping.json', '{"id":"Nr","date":"Tag","amount":"Summe"}')
  const mapped = await month(scratch, 'mapped')
  const reading = ['--currency', 'EUR']
  expect((await mapped.close('run', '--source', first, '--mapping', mapping, ...reading)).errors).toBe('')
  const again = await mapped.close('run', '--source', second, ...reading)
  expect(again).toMatchObject({ errors: '', output: expect.stringContaining('2 undecided items') })
  expect((await mapped.close('items')).output).toMatch(/source:x1[\s\S]*source:x2/)
})
