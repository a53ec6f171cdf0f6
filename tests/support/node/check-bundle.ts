import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runStep, tools } from './step.ts'

/** Passes when the Worker, as `wrangler deploy` would send it, is at most 300 KB gzipped: a bound of our own, far below the platform's. */

const gzippedByteCountMax = 300 * 1024

const scratch = mkdtempSync(join(tmpdir(), 'tallystick-bundle-'))
const outcome = await runStep({
  name: 'wrangler deploy',
  command: [tools.wrangler, 'deploy', '--dry-run', `--outdir=${scratch}`],
})
const modules = readdirSync(scratch).filter((name) => /\.(js|mjs|wasm)$/.test(name))
const gzippedByteCount = modules.reduce((sum, name) => sum + gzipSync(readFileSync(join(scratch, name))).length, 0)
rmSync(scratch, { recursive: true, force: true })

console.log(`${(gzippedByteCount / 1024).toFixed(1)} KB gzipped of ${gzippedByteCountMax / 1024} KB`)
if (!outcome.passed || modules.length === 0 || gzippedByteCount > gzippedByteCountMax) {
  console.log(outcome.output)
  process.exitCode = 1
}
