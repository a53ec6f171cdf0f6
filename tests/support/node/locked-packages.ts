import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs the packages of a folder with a lock file of its own, which are no part of the project, unless those of the
 * lock file are there. Rejects with what npm says.
 */
export async function installLocked(directory: string): Promise<void> {
  const stampPath = join(directory, 'node_modules/.lock-hash')
  const hash = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash) return
  // Shell: npm is a script, whose name differs by platform.
  await promisify(execFile)('npm ci --ignore-scripts --no-audit --no-fund', { cwd: directory, shell: true })
  writeFileSync(stampPath, hash)
}
