import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { writeClientTypes } from './client-types.ts'
import { writePackedManifest } from './packed-manifest.ts'
import { root } from './tool-environment.ts'

/**
 * `npm run build:client`: makes `dist/client`, a package of one module without dependencies, and its type declarations.
 */

const distPath = join(root, 'dist/client')

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
writePackedManifest('client', distPath, { exports: { '.': { types: './index.d.ts', default: './index.js' } } })
