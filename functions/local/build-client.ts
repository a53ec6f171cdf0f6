import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { writeClientTypes } from './client-types.ts'
import { root } from './tool-environment.ts'

/**
 * What `npm run build:client` runs, and npm before it packs the client: makes `functions/client/dist` anew, one module
 * without a dependency and its declarations, for projects that have nothing else of this one.
 */

const distPath = join(root, 'functions/client/dist')

rmSync(distPath, { recursive: true, force: true })
mkdirSync(distPath, { recursive: true })
await build({
  entryPoints: [join(root, 'functions/client/index.ts')],
  outfile: join(distPath, 'index.js'),
  bundle: true,
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  absWorkingDir: root,
  logLevel: 'warning',
})
writeClientTypes(distPath)
