import { expect, it } from 'vitest'
import { createRunProgress } from '../../../../functions/cli/run/run-progress.ts'

type Shown = Parameters<ReturnType<typeof createRunProgress>['show']>[0]

const rules = [{ id: 'exact' }, { id: 'fee' }] as unknown as Shown['rules']

type Progress = Shown['progress']

const at = (
  phase: Progress['phase'],
  recordsDone = 0,
  rule: string | null = null,
  status: Shown['status'] = 'running',
): Shown => ({ status, rules, progress: { recordsRead: 0, recordCount: 2_000, rule, phase, recordsDone } })

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
  at(null, 0, null, 'queued'),
  at(null),
  at('reading', 100),
  at('reading', 1_000),
  at('matching', 0, 'exact'),
  at('matching', 500, 'exact'),
  at('matching', 510, 'exact'),
  at('matching', 40, 'fee'),
  at('explaining', 0),
  at('writing', 2_000),
  at('sealing', 2_000),
]

it('prints a line for each stage of a run, and each tenth of its records', () => {
  expect(shownOn(undefined, course)).toBe(
    [
      'queued',
      'running',
      'reading, 100 of 2,000 records',
      'reading, 1,000 of 2,000 records',
      'rule 1 of 2: exact, 0 of 2,000 records',
      'rule 1 of 2: exact, 500 of 2,000 records',
      'rule 2 of 2: fee, 40 of 2,000 records',
      'explaining, 0 of 2,000 records',
      'writing, 2,000 of 2,000 records',
      'sealing the result\n',
    ].join('\n'),
  )
})

it('shows a bar of which each stage fills its part', () => {
  const lines = shownOn(80, course).split('\r\u001b[K')
  expect(lines).toEqual([
    '',
    '[------------------------]   0 %  queued',
    '[------------------------]   0 %  running',
    '[------------------------]   1 %  reading, 100 of 2,000 records',
    '[##----------------------]  10 %  reading, 1,000 of 2,000 records',
    '[####--------------------]  20 %  rule 1 of 2: exact, 0 of 2,000 records',
    '[######------------------]  25 %  rule 1 of 2: exact, 500 of 2,000 records',
    '[######------------------]  25 %  rule 1 of 2: exact, 510 of 2,000 records',
    '[#########---------------]  40 %  rule 2 of 2: fee, 40 of 2,000 records',
    '[##############----------]  60 %  explaining, 0 of 2,000 records',
    '[########################] 100 %  writing, 2,000 of 2,000 records',
    '[########################] 100 %  sealing the result',
    '',
  ])
})

it('fits a narrow terminal', () => {
  const lines = shownOn(40, course).split('\r\u001b[K')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40)
})

it('says that a run goes on where an earlier version of the service tells no phase', () => {
  const { phase: _, recordsDone: __, ...earlier } = at('reading').progress
  expect(shownOn(undefined, [{ ...at('reading'), progress: earlier as Progress }])).toBe('running\n')
})

it('does not take a rule for a phase of its name', () => {
  const named = { ...at('reading', 1_000), rules: [{ id: 'exact' }, { id: 'reading' }] as unknown as Shown['rules'] }
  expect(shownOn(80, [named])).toBe(shownOn(80, [at('reading', 1_000)]))
})
