import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { deploymentOf, type Target } from '../../../functions/deploy/deployment.ts'
import { configFileOf } from '../../../functions/deploy/resources.ts'
import { workerConfigOf } from '../../../functions/deploy/worker-config.ts'
import { mapFrames, readBundlePlaces } from '../../../functions/local/source-frames.ts'
import { readLocalConfig, settingsText } from './deploying.ts'
import { root, runStep, tools } from './step.ts'

/**
 * Passes when wrangler would deploy the Worker of every environment and plan, and the Worker is at most 3 MB gzipped, which
 * is the platform's bound on its free plan. The Worker is bundled once, as for production on the paid plan; the other
 * configurations send what was bundled. The source map leads from a place in the bundle to the source.
 */

const gzippedByteCountMax = 3 * 1024 * 1024

const deployments: readonly { readonly target: Target; readonly plan: 'free' | 'paid'; readonly isBundled: boolean }[] =
  [
    { target: { environment: 'production' }, plan: 'paid', isBundled: false },
    { target: { environment: 'production' }, plan: 'free', isBundled: true },
  ]

const local = await readLocalConfig()
const ids = { databaseId: '00000000-0000-4000-8000-000000000000', namespaceId: '0'.repeat(32) }
const scratch = mkdtempSync(join(tmpdir(), 'tallystick-bundle-'))
const outdir = join(scratch, 'bundle')
let isDeployable = true

for (const { target, plan, isBundled } of deployments) {
  const read = deploymentOf(settingsText({ plan }), target)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  // The configuration has to lie at the root, from where its paths are.
  const path = join(root, `check-${process.pid}-${configFileOf(read.value)}`)
  const { build, minify, ...config } = workerConfigOf(local, read.value, ids)
  writeFileSync(path, JSON.stringify(isBundled ? config : { ...config, build, minify }))
  const words = isBundled ? [join(outdir, 'index.js'), '--no-bundle'] : [`--outdir=${outdir}`]
  const command = [tools.wrangler, 'deploy', ...words, '--dry-run', '--config', path]
  const outcome = await runStep({ name: 'wrangler deploy', command })
  rmSync(path)
  // A warning is a member that wrangler does not know, or would not give to a deployed Worker.
  if (outcome.passed && !/WARNING/.test(outcome.output)) continue
  isDeployable = false
  console.log(`${read.value.name}, ${plan} plan\n${outcome.output}`)
}

const modules = readdirSync(outdir).filter((name) => /\.(js|mjs|wasm)$/.test(name))
const gzippedByteCount = modules.reduce((sum, name) => sum + gzipSync(readFileSync(join(outdir, name))).length, 0)
const isMapped = leadsToSource(outdir)
rmSync(scratch, { recursive: true, force: true })
if (!isMapped) console.log('The source map does not lead to the sources')
console.log(`${(gzippedByteCount / 1024).toFixed(1)} KB gzipped of ${gzippedByteCountMax / 1024} KB`)
if (!isDeployable || !isMapped || modules.length === 0 || gzippedByteCount > gzippedByteCountMax) process.exitCode = 1

/** Whether a frame at the one place of a text that stands in one source is shown there. */
function leadsToSource(folder: string): boolean {
  const lines = readFileSync(join(folder, 'index.js'), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('"Attempts exhausted"'))
  const column = lines[line]?.indexOf('"Attempts exhausted"') ?? 0
  const frame = `at k (index.js:${line + 1}:${column + 1})`
  return /schema\/problem-table\.ts:\d+:\d+/.test(mapFrames(frame, readBundlePlaces(folder)))
}
