import { afterAll, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

it('prints the counts of a summary with grouped digits, as it does amounts', async () => {
  const rows = Array.from({ length: 1_234 }, (_, index) => `r${index},1000.00,EUR,2026-03-05\n`)
  const csv = `id,amount,currency,date\n${rows.join('')}`
  const sides = [scratch.write('source.csv', csv), scratch.write('target.csv', csv)]
  const rule = { id: 'same', match: [{ field: 'id', op: 'equals' }], confidence: 'exact' }
  const rules = scratch.write('rules.json', JSON.stringify([rule]))
  const { output } = await runWords(['reconcile', ...sides, '--rules', rules])
  expect(output).toContain('1,234,000.00')
  expect(output).toContain('1,234 records')
  expect(output).toMatch(/^source +1,234 +1,234 +0 +0$/m)
  expect(output).toMatch(/^same +1,234 +0 +0 +0$/m)
  expect(output).toMatch(/^matches +1,234: 1,234 exact/m)
  expect(output).toMatch(/^result +1,23\d lines/m)
})
