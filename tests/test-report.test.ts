import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readTestReport } from './support/node/test-report.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tallystick-report-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

it('gives the figures of passed tests, and counts passed, skipped and failed tests, and a file that could not be loaded as one failure', () => {
  const path = join(scratch, 'report.json')
  const promised = { property: 'p', wanted: '0', reached: '0' }
  const test = (status: string, fullName: string) => ({ status, fullName, meta: { promised } })
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [
        { name: 'a', status: 'failed', assertionResults: [test('passed', 'one'), test('failed', 'two')] },
        { name: 'b', status: 'passed', assertionResults: [test('passed', 'three'), test('skipped', 'four')] },
        { name: 'c', status: 'failed', assertionResults: [] },
      ],
    }),
  )
  expect(readTestReport(path)).toEqual({
    passedCount: 2,
    skippedCount: 1,
    failures: ['a › two', 'c › (the file itself)'],
    promised: [promised, promised],
  })
})

it('reads a report that was never written as nothing', () => {
  expect(readTestReport(join(scratch, 'absent.json'))).toEqual({
    passedCount: 0,
    skippedCount: 0,
    failures: [],
    promised: [],
  })
})
