import { expect, it } from 'vitest'
import { createRunProgress } from '../../../../functions/cli/run/run-progress.ts'

type Shown = Parameters<ReturnType<typeof createRunProgress>['show']>[0]

const rules = [{ id: 'exact' }, { id: 'fee' }] as unknown as Shown['rules']

const at = (recordsRead: number, rule: string | null = null, status: Shown['status'] = 'running'): Shown => ({
  status,
  rules,
  progress: { recordsRead, recordCount: 2_000, rule },
})

function shownOn(columnCount: number | undefined, runs: readonly Shown[]): string {
  let text = ''
  const printError = (more: string): void => {
    text += more
  }
  const progress = createRunProgress({ columnCount, printError } as Parameters<typeof createRunProgress>[0])
  for (const run of runs) progress.show(run)
  progress.clear()
  return text
}

const course = [
  at(0, null, 'queued'),
  at(0),
  at(100),
  at(1_000),
  at(2_000, 'exact'),
  at(2_000, 'exact'),
  at(2_000, 'fee'),
  at(2_000),
]

it('prints a line for each part of a run, and each tenth of what is read', () => {
  expect(shownOn(undefined, course)).toBe(
    [
      'queued',
      '0 of 2,000 records read',
      '1,000 of 2,000 records read',
      'rule 1 of 2: exact',
      'rule 2 of 2: fee',
      'what is open, and the result\n',
    ].join('\n'),
  )
})

it('shows a bar that the reading fills to a part only', () => {
  const lines = shownOn(80, course).split('\r\u001b[K')
  expect(lines).toEqual([
    '',
    '[------------------------]   0 %  queued',
    '[------------------------]   0 %  0 of 2,000 records read',
    '[------------------------]   1 %  100 of 2,000 records read',
    '[###---------------------]  12 %  1,000 of 2,000 records read',
    '[######------------------]  25 %  rule 1 of 2: exact',
    '[############------------]  50 %  rule 2 of 2: fee',
    '[##################------]  75 %  what is open, and the result',
    '',
  ])
})

it('fits a narrow terminal', () => {
  const lines = shownOn(40, course).split('\r\u001b[K')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40)
})
