import { existsSync, readFileSync } from 'node:fs'
import type { Promised } from '../promised.ts'

/** The outcome of a run of vitest. A test file that could not be loaded is one failure. */
export interface TestReport {
  readonly passedCount: number
  readonly skippedCount: number
  /** One `file › name` for each failed test. */
  readonly failures: readonly string[]
  /** What the suites of promises reached. */
  readonly promised: readonly Promised[]
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly meta?: { readonly promised?: Promised }
    }[]
  }[]
}

/** Reads the file of vitest's json reporter. Without a file, as after a crash, every count is 0. */
export function readTestReport(path: string): TestReport {
  if (!existsSync(path)) return { passedCount: 0, skippedCount: 0, failures: [], promised: [] }
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'))
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map(({ status, fullName, meta }) => ({ status, meta, title: `${file.name} › ${fullName}` })),
  )
  const unloaded = report.testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .map((file) => `${file.name} › (the file itself)`)
  return {
    passedCount: tests.filter((test) => test.status === 'passed').length,
    skippedCount: tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').length,
    failures: [...tests.filter((test) => test.status === 'failed').map((test) => test.title), ...unloaded],
    promised: tests.flatMap(({ status, meta }) => (status === 'passed' ? (meta?.promised ?? []) : [])),
  }
}
