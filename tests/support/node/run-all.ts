import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openapiSteps } from '../../openapi/steps.ts'
import { lawSizes } from '../law-sizes.ts'
import { changedSince, testsOfChange } from './changed-tests.ts'
import { seedVariable } from './shuffled-files.ts'
import { readSources } from './source.ts'
import { runStep, type Step, type StepOutcome, tools } from './step.ts'
import { readTestReport } from './test-report.ts'

/**
 * What `npm test` runs: all checks of the project, then all tests, even when an early one fails. The last line counts
 * checks and tests together: `N passed, N failed`, and `, N skipped` when there are any.
 *
 *     --long            each suite in its long form, shuffled; with --slow (npm run test:long)
 *     --slow            each suite in its short form rather than its quick one; the files named .slow.test.ts, those that
 *                       ask a running npm start, and the checks that take longest, too; --slow-only these files alone
 *                       (npm run test:slow)
 *     --openapi         linters and client generators of the OpenAPI document, too; --openapi-only (npm run test:openapi)
 *     --page            journeys in a browser, too; --page-only them alone, other words go to vitest (npm run test:page)
 *     --changed REV     only the tests that a change since REV, or the last commit, can have broken (npm run test:changed)
 *     --shuffle         the files in an order by a seed, which is printed; --seed N in the order of that seed
 *     --again           the Worker's tests a second time at the end, in vitest's order: its files share a Worker
 */

const words = process.argv.slice(2)
const isLong = words.includes('--long')
const isOpenapiOnly = words.includes('--openapi-only')
const isSlowOnly = words.includes('--slow-only')
const isPageOnly = words.includes('--page-only')
const isWhole = !isOpenapiOnly && !isPageOnly && !isSlowOnly
const seed = seedIn(words) ?? (isLong || words.includes('--shuffle') ? String(randomInt(1_000_000)) : undefined)
const changedTests = words[0] === '--changed' ? testsSince(words[1] ?? 'HEAD') : []
const isAgain = words.includes('--again')
const hasSlow = isSlowOnly || isLong || words.includes('--slow')
const hasOpenapi = isOpenapiOnly || words.includes('--openapi')
const hasPage = isPageOnly || words.includes('--page')
// The form reaches vitest, a child of this process, by its environment.
process.env['TALLYSTICK_LONG'] = isLong ? '1' : ''

const scratch = mkdtempSync(join(tmpdir(), 'tallystick-test-'))
const reportPaths = {
  tests: join(scratch, 'vitest.json'),
  again: join(scratch, 'again.json'),
  served: join(scratch, 'served.json'),
  page: join(scratch, 'page.json'),
}

/** Types are checked in one thread: several check half of the program twice, and two cores have enough to do here. */
const typesOf = (project: string): readonly string[] => [tools.tsc, '-p', project, '--singleThreaded']

/**
 * Rows of checks, one beside the other: a check keeps one core busy. The bundle stands behind the lint, which would else
 * read the configuration that it leaves at the root for a moment; the page's size behind it, since both build the page.
 */
const checks: readonly (readonly Step[])[] = [
  [
    { name: 'types: worker', command: typesOf('.') },
    { name: 'types: engine', command: typesOf('engine') },
  ],
  [
    { name: 'types: tests', command: typesOf('tests') },
    ...(hasSlow ? [{ name: 'types: page tests', command: typesOf('tests/page') }] : []),
  ],
  [
    { name: 'lint', command: [tools.biome, 'check', '--error-on-warnings'] },
    { name: 'migrations', command: ['tests/support/node/check-migrations.ts'] },
    { name: 'types: console', command: typesOf('functions/console') },
    ...(hasSlow
      ? [
          { name: 'bundle size', command: ['tests/support/node/check-bundle.ts'] },
          { name: 'page size', command: ['tests/support/node/check-page.ts'] },
        ]
      : []),
  ],
]
const vitest = (reportPath: string, ...more: readonly string[]): readonly string[] => [
  tools.vitest,
  'run',
  ...more,
  '--reporter=json',
  `--outputFile.json=${reportPath}`,
]
const isQuick = !hasSlow && changedTests.length === 0
const testEnvironment = { [seedVariable]: seed ?? '', TALLYSTICK_QUICK: isQuick ? '1' : '' }
const tests: Step = {
  name: seed === undefined ? 'tests' : `tests in the order of the seed ${seed}: --seed ${seed} runs them in it again`,
  // A change may have broken tests of a running copy, too, which are run then.
  command: vitest(
    reportPaths.tests,
    '--reporter=default',
    ...(changedTests.length > 0 ? changedTests : ['--project=!served']),
  ),
  env: testEnvironment,
  live: true,
}
const slowTests: Step = {
  name: 'slow: files of tests that take about two seconds or more',
  command: vitest(reportPaths.tests, '--reporter=default', '--project=!served', '.slow.test.ts'),
  env: testEnvironment,
  live: true,
}
const testsAgain: Step = {
  name: 'tests of the Worker, again',
  command: vitest(reportPaths.again, '--reporter=default', '--project=worker'),
  env: { ...testEnvironment, [seedVariable]: '' },
  live: true,
}
const servedTests: Step = {
  name: 'served: what asks a running npm start',
  command: vitest(reportPaths.served, '--reporter=default', '--project=served'),
  live: true,
}
const pageWords = isPageOnly ? words.filter((word) => word !== '--page-only') : []
const pageTests: Step = {
  name: 'page: journeys in a browser',
  // Verbose: whoever has no browser sees by name what was skipped.
  command: vitest(reportPaths.page, '--config=tests/page/vitest.config.ts', '--reporter=verbose', ...pageWords),
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
if (isWhole) {
  if (seed !== undefined)
    console.log(`The files of the tests are shuffled: npm test -- --seed ${seed} repeats their order.`)
  await Promise.all(checks.map(runRow))
  await runRow([tests])
}
if (isSlowOnly) await runRow([slowTests])
if (hasSlow) await runRow([servedTests])
if (hasOpenapi) await runRow(openapiSteps)
if (hasPage) await runRow([pageTests])
if (isAgain) await runRow([testsAgain])

const reports = Object.values(reportPaths).map(readTestReport)
const failures = reports.flatMap((report) => report.failures)
rmSync(scratch, { recursive: true, force: true })
for (const failure of failures) console.log(`FAILED  ${failure}`)
const promised = reports.flatMap((report) => report.promised)
if (promised.length > 0) console.log('What is promised, and what its suites reached:')
for (const { property, wanted, reached } of promised)
  console.log(`  ${property}\n    wanted ${wanted} · reached ${reached}`)

if (isWhole) {
  const { quick, short, long } = lawSizes
  const sizes = `Laws without sizes in their titles: quick ${quick} cases · short ${short} · long ${long}.`
  console.log(`Suites ran in their ${isLong ? 'long' : isQuick ? 'quick' : 'short'} form. ${sizes}`)
  if (!isLong) console.log('npm run test:long runs the long forms.')
}
const passedCount = sumOf(reports.map((report) => report.passedCount)) + outcomes.filter(({ passed }) => passed).length
const failedCount = failures.length + outcomes.filter(({ passed }) => !passed).length
const skippedCount = sumOf(reports.map((report) => report.skippedCount))
const skipped = skippedCount === 0 ? '' : `, ${skippedCount} skipped`
console.log(`${passedCount} passed, ${failedCount} failed${skipped}`)
process.exitCode = failedCount === 0 ? 0 : 1

function seedIn(given: readonly string[]): string | undefined {
  const place = given.indexOf('--seed')
  if (place < 0) return undefined
  const next = given[place + 1]
  if (next === undefined || next.startsWith('-')) throw new Error('--seed is followed by a seed')
  return next
}

/** The tests of the tree look at all files, so that each change can break them. */
function testsSince(revision: string): readonly string[] {
  const sources = readSources('engine', 'schema', 'functions', 'tests')
  const ofTree = sources.map(({ path }) => path).filter((path) => /^tests\/[^/]+\.test\.ts$/.test(path))
  const found = testsOfChange(changedSince(revision), sources)
  console.log(`${found.length} files of tests reach what has changed since ${revision}, beside those of the tree.`)
  return [...new Set([...found, ...ofTree])]
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
