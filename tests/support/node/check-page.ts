import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, runStep } from './step.ts'

/**
 * Passes when the scripts that the page loads before it shows anything are at most 30 KB gzipped: those that `index.html`
 * names, and those that they import, each once. What a page imports when it is opened does not count.
 */

const gzippedByteCountMax = 30 * 1024

const assetsPath = join(root, 'dist/assets')
const build = ['functions/local/npm-script.js', 'functions/local/build-console.ts']
const outcome = await runStep({ name: 'build of the page', command: build })
if (!outcome.passed) throw new Error(outcome.output)

const html = readFileSync(join(assetsPath, 'index.html'), 'utf8')
const named = [...html.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"/g)]
const scripts = firstLoad(named.map(([, path = '']) => path))
const sizes = scripts.map((path) => ({ path, byteCount: gzipSync(readFileSync(join(assetsPath, path))).length }))
const gzippedByteCount = sizes.reduce((sum, { byteCount }) => sum + byteCount, 0)
for (const { path, byteCount } of sizes) console.log(`${(byteCount / 1024).toFixed(1).padStart(6)} KB  ${path}`)
console.log(`${(gzippedByteCount / 1024).toFixed(1)} KB gzipped of ${gzippedByteCountMax / 1024} KB`)
if (scripts.length === 0 || gzippedByteCount > gzippedByteCountMax) process.exitCode = 1

/** The scripts at these addresses, and those that they import unconditionally, as Vite writes it. */
function firstLoad(paths: readonly string[]): readonly string[] {
  const found = new Set(paths)
  // A set that grows while it is walked is walked to its end.
  for (const path of found) {
    const text = readFileSync(join(assetsPath, path), 'utf8')
    for (const [, imported = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
      found.add(join(path, '..', imported).replaceAll('\\', '/'))
  }
  return [...found]
}
