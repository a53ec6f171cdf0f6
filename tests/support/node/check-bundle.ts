import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { mapFrames, readBundlePlaces } from '../../../functions/local/source-frames.ts'
import { runStep, tools } from './step.ts'

/**
 * Passes when the Worker, as `wrangler deploy` would send it, is at most 300 KB gzipped, a bound of our own, far below the
 * platform's, and when its source map leads from a place in it to the source.
 */

const gzippedByteCountMax = 300 * 1024

const scratch = mkdtempSync(join(tmpdir(), 'tallystick-bundle-'))
const outcome = await runStep({
  name: 'wrangler deploy',
  command: [tools.wrangler, 'deploy', '--dry-run', `--outdir=${scratch}`],
})
const modules = readdirSync(scratch).filter((name) => /\.(js|mjs|wasm)$/.test(name))
const gzippedByteCount = modules.reduce((sum, name) => sum + gzipSync(readFileSync(join(scratch, name))).length, 0)
const isMapped = leadsToSource(scratch)
rmSync(scratch, { recursive: true, force: true })

console.log(`${(gzippedByteCount / 1024).toFixed(1)} KB gzipped of ${gzippedByteCountMax / 1024} KB`)
if (!outcome.passed || modules.length === 0 || gzippedByteCount > gzippedByteCountMax || !isMapped) {
  console.log(outcome.output)
  if (!isMapped) console.log('The source map does not lead to the sources')
  process.exitCode = 1
}

/** Whether a frame at the one place of a text that stands in one source is shown there. */
function leadsToSource(folder: string): boolean {
  const lines = readFileSync(join(folder, 'index.js'), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('"Attempts exhausted"'))
  const column = lines[line]?.indexOf('"Attempts exhausted"') ?? 0
  const frame = `at k (index.js:${line + 1}:${column + 1})`
  return /functions\/http\/problem-table\.ts:\d+:\d+/.test(mapFrames(frame, readBundlePlaces(folder)))
}
