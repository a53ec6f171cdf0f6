import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatLogged, mapFrames, readBundlePlaces } from './source-frames.ts'
import { root, toolEnvironment, wranglerPath } from './tool-environment.ts'

/**
 * `npm run frames`: finds the source places for the stack frames of a log line. `error.stack` has places in the bundle,
 * since Cloudflare applies the source map only to uncaught errors, and only after the Worker has run. Requires the
 * commit of the Worker's version, or its bundle and source map in a folder.
 */

const usage = 'npm run frames -- [--bundle FOLDER] [FILE | LINE]   (without either, standard input)'

const { values, positionals } = readWords()
const [given] = positionals
const text = given === undefined ? readFileSync(0, 'utf8') : existsSync(given) ? readFileSync(given, 'utf8') : given
const scratch = values.bundle === undefined ? mkdtempSync(join(tmpdir(), 'tallystick-frames-')) : undefined
try {
  if (scratch !== undefined) buildInto(scratch)
  console.log(mapFrames(formatLogged(text), readBundlePlaces(values.bundle ?? scratch ?? '')))
} finally {
  if (scratch !== undefined) rmSync(scratch, { recursive: true })
}

function readWords() {
  try {
    return parseArgs({ options: { bundle: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(1)
  }
}

/** Builds the Worker as a deployment does. */
function buildInto(folder: string): void {
  execFileSync(process.execPath, [wranglerPath, 'deploy', '--dry-run', '--outdir', folder], {
    cwd: root,
    env: { ...process.env, ...toolEnvironment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
