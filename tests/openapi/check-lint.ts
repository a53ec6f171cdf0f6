import { spawnSync } from 'node:child_process'
import { documentPath, toolPath, toolsPath } from './tools.ts'

/** Passes when the recommended rules of the linter named by the argument, but for what is said below, find nothing at all in the document. */

const linters = {
  redocly: [
    '@redocly/cli/bin/cli.js',
    'lint',
    documentPath,
    '--extends=recommended',
    // /datasets/uploads/{id} is told from /datasets/{id}/records, since no dataset has the id `uploads`.
    '--skip-rule=no-ambiguous-paths',
    // What leads a browser elsewhere has no success but 302 and 303.
    '--skip-rule=operation-2xx-response',
    '--format=json',
  ],
  spectral: [
    '@stoplight/spectral-cli/dist/index.js',
    'lint',
    documentPath,
    '--ruleset=spectral.yaml',
    '--format=json',
    '--quiet',
  ],
} as const

const isLinter = (name: string): name is keyof typeof linters => Object.hasOwn(linters, name)

const name = process.argv[2] ?? ''
if (!isLinter(name)) throw new Error(`Usage: check-lint.ts ${Object.keys(linters).join('|')}`)
const [script, ...words] = linters[name]
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const { stdout, stderr } = spawnSync(process.execPath, [toolPath(script), ...words], {
  cwd: toolsPath,
  env,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const found = countOf(stdout)
console.log(found === 0 ? 'Nothing found' : `${stdout}${stderr}`)
process.exitCode = found === 0 ? 0 : 1

/** How many problems the report names; undefined for what is no report. */
function countOf(report: string): number | undefined {
  try {
    const read: unknown = JSON.parse(report.slice(report.search(/[[{]/)))
    if (Array.isArray(read)) return read.length
    return typeof read === 'object' && read !== null && 'problems' in read && Array.isArray(read.problems)
      ? read.problems.length
      : undefined
  } catch {
    return undefined
  }
}
