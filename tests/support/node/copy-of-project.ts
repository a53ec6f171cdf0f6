import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './step.ts'

/** A copy of the project as after a fresh clone and `npm ci`: without local secrets and local data. */
export interface ProjectCopy {
  readonly path: string
  readonly remove: () => void
}

const copied = [
  'docs',
  'engine',
  'functions',
  'schema',
  'tests/samples',
  'package.json',
  'tsconfig.json',
  'wrangler.toml',
]

/** Makes the copy in a temporary directory, with `more` files and folders. Packages are not copied but linked. */
export function copyOfProject(...more: readonly string[]): ProjectCopy {
  const path = mkdtempSync(join(tmpdir(), 'tallystick-copy-'))
  for (const name of [...copied, ...more]) cpSync(join(root, name), join(path, name), { recursive: true })
  // Windows lets every user make a junction, but not a symbolic link.
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'), 'junction')
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
