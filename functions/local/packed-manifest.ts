import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tool-environment.ts'

/**
 * Writes the package.json of a bundled package: that of `functions/<name>` without its dependencies, but with
 * `members`.
 */
export function writePackedManifest(name: string, packagePath: string, members: object): void {
  const manifest = JSON.parse(readFileSync(join(root, `functions/${name}/package.json`), 'utf8'))
  const packed = { ...manifest, exports: undefined, dependencies: undefined, devDependencies: undefined, ...members }
  writeFileSync(join(packagePath, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
}
