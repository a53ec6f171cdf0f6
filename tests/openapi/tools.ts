import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../support/node/step.ts'

/** The tools of `tests/openapi/package.json`, which are no part of the project: two hundred megabytes, with a TypeScript of their own. */

export const toolsPath = join(root, 'tests/openapi')
/** The document with the operator's operations, as the build made it. */
export const documentPath = join(root, 'dist/assets/openapi-with-admin.json')

const stampPath = join(toolsPath, 'node_modules/.lock-hash')

/** Installs the tools, unless those of the lock file are there. Rejects with what npm says. */
export async function installTools(): Promise<void> {
  const hash = createHash('sha256')
    .update(readFileSync(join(toolsPath, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash) return
  // Shell: npm is a script, whose name differs by platform.
  await promisify(execFile)('npm ci --ignore-scripts --no-audit --no-fund', { cwd: toolsPath, shell: true })
  writeFileSync(stampPath, hash)
}

/** The script of a tool, to be run by Node. */
export const toolPath = (script: string): string => join(toolsPath, 'node_modules', script)
