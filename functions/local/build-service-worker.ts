import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './tool-environment.ts'

interface BuiltPage {
  readonly assetsPath: string
  /** The text of `_headers`, under which the kept document is served as well. */
  readonly headers: string
}

/**
 * Writes `service-worker.js` with the names of the files that it keeps: those of the page, without the API reference
 * and downloads. The text differs in each build, so that browsers notice a new one.
 */
export async function writeServiceWorker({ assetsPath, headers }: BuiltPage): Promise<void> {
  const paths = readdirSync(join(assetsPath, 'console'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `/console/${name}`)
    .sort()
  const document = readFileSync(join(assetsPath, 'index.html'), 'utf8')
  const hash = createHash('sha256')
    .update(JSON.stringify([paths, document, headers]))
    .digest('hex')
  const { outputFiles } = await build({
    entryPoints: ['functions/console/service-worker/service-worker.ts'],
    define: { builtFiles: JSON.stringify(paths), buildHash: JSON.stringify(hash.slice(0, 16)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    absWorkingDir: root,
    logLevel: 'warning',
  })
  const [bundle] = outputFiles
  if (bundle === undefined) throw new Error('esbuild has written no service worker')
  writeFileSync(join(assetsPath, 'service-worker.js'), bundle.contents)
}
