import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleCli } from './bundle-cli.ts'
import { writePackedManifest } from './packed-manifest.ts'
import { root } from './tool-environment.ts'

/**
 * `npm run build:cli`: makes `dist/cli`, a package without dependencies that installs anywhere. The compiled
 * modules are put where the bundle looks for them.
 */

const packagePath = join(root, 'dist/cli')
const nodeMajorMin = 22

const starter = `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < ${nodeMajorMin}) {
  console.error('Tallystick needs Node ${nodeMajorMin} or newer and this is Node ' + process.versions.node)
  process.exitCode = 2
} else await import('../lib/tallystick.js')
`

rmSync(packagePath, { recursive: true, force: true })
await bundleCli(join(packagePath, 'lib'))
mkdirSync(join(packagePath, 'bin'))
writeFileSync(join(packagePath, 'bin/tallystick.js'), starter)
for (const [from, to] of [
  ['functions/audit/rows/rows.wasm', 'audit/rows/rows.wasm'],
  ['functions/audit/sha256/sha256-lanes.wasm', 'audit/sha256/sha256-lanes.wasm'],
  ['functions/cli/README.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
] as const)
  cpSync(join(root, from), join(packagePath, to))
writePackedManifest('cli', packagePath, { engines: { node: `>=${nodeMajorMin}` } })
