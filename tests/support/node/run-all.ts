import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openapiSteps } from '../../openapi/steps.ts'
import { lawSizes } from '../law-sizes.ts'
import { runStep, type Step, type StepOutcome, tools } from './step.ts'
import { readTestReport } from './test-report.ts'

/**
 * What `npm test` runs: every check of the project, all of them even when an early one fails. `npm run test:long` is
 * this with `--long`: each suite that has a long form runs in that. `--openapi` adds the linters and client generators of
 * the OpenAPI document, which are installed then; `npm run test:openapi` runs those alone (`--openapi-only`).
 * The last line counts checks and tests together: `N passed, N failed`, with `, N skipped` when there are any.
 */

const isLong = process.argv.includes('--long')
const isOpenapiOnly = process.argv.includes('--openapi-only')
const hasOpenapi = isOpenapiOnly || process.argv.includes('--openapi')
// The form reaches vitest, a child of this process, by its environment.
process.env['TALLYSTICK_LONG'] = isLong ? '1' : ''

const scratch = mkdtempSync(join(tmpdir(), 'tallystick-test-'))
const reportPath = join(scratch, 'vitest.json')

/** Types are checked in one thread: several check half of the program twice, and two cores have enough to do here. */
const typesOf = (project: string): readonly string[] => [tools.tsc, '-p', project, '--singleThreaded']

/**
 * Rows of checks, one beside the other: a check keeps one core busy. The bundle stands behind the lint, which would else
 * read the configuration that it leaves at the root for a moment.
 */
const checks: readonly (readonly Step[])[] = [
  [
    { name: 'types: worker', command: typesOf('.') },
    { name: 'types: engine', command: typesOf('engine') },
  ],
  [{ name: 'types: tests', command: typesOf('tests') }],
  [
    { name: 'lint', command: [tools.biome, 'check', '--error-on-warnings'] },
    { name: 'migrations', command: ['tests/support/node/check-migrations.ts'] },
    { name: 'bundle size', command: ['tests/support/node/check-bundle.ts'] },
  ],
]
const tests: Step = {
  name: 'tests',
  command: [tools.vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
  live: true,
}

const outcomes: StepOutcome[] = []
const runRow = async (steps: readonly Step[]): Promise<void> => {
  for (const step of steps) {
    const outcome = await runStep(step)
    console.log(`${outcome.passed ? 'ok    ' : 'FAILED'}  ${outcome.seconds.toFixed(1).padStart(6)} s  ${outcome.name}`)
    if (!outcome.passed) console.log(outcome.output)
    outcomes.push(outcome)
  }
}
if (!isOpenapiOnly) {
  await Promise.all(checks.map(runRow))
  await runRow([tests])
}
if (hasOpenapi) await runRow(openapiSteps)

const report = readTestReport(reportPath)
rmSync(scratch, { recursive: true, force: true })
for (const failure of report.failures) console.log(`FAILED  ${failure}`)

if (!isOpenapiOnly) {
  const sizes = `Laws without sizes in their titles: short ${lawSizes.short} cases · long ${lawSizes.long} cases.`
  console.log(`Suites ran in their ${isLong ? 'long' : 'short'} form. ${sizes}`)
  if (!isLong) console.log('npm run test:long runs the long forms.')
}
const passedCount = report.passedCount + outcomes.filter((outcome) => outcome.passed).length
const failedCount = report.failures.length + outcomes.filter((outcome) => !outcome.passed).length
const skipped = report.skippedCount === 0 ? '' : `, ${report.skippedCount} skipped`
console.log(`${passedCount} passed, ${failedCount} failed${skipped}`)
process.exitCode = failedCount === 0 ? 0 : 1
