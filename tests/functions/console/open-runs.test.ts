import { expect, it } from 'vitest'
import { runsToClose } from '../../../functions/console/shell/runs-to-close.ts'

const run = (id: string, recordCount: number) => ({
  id,
  sides: { source: { recordCount }, target: { recordCount } },
})

it('keeps every run that fits into the memory of a page', () => {
  expect(runsToClose([run('a', 100_000), run('b', 100_000), run('c', 300_000)])).toEqual([])
})

it('closes the oldest runs where all together are too large', () => {
  expect(runsToClose([run('a', 200_000), run('b', 10), run('c', 100_000), run('d', 300_000)])).toEqual(['a'])
  expect(runsToClose([run('a', 200_000), run('b', 10), run('c', 300_000), run('d', 300_000)])).toEqual(['a', 'b', 'c'])
})

it('keeps the newest run, whatever its size', () => {
  expect(runsToClose([run('a', 1), run('b', 2_000_000)])).toEqual(['a'])
})
