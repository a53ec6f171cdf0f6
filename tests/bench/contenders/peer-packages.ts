import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../support/node/step.ts'

/** The packages that only the bench needs. It installs them itself into a folder that git ignores. */

const versions = { '@duckdb/node-api': '1.5.6-r.1', 'nodejs-polars': '0.26.1' } as const
export type PeerName = keyof typeof versions

const directoryOf = (name: PeerName): string => join(root, 'tests/bench/.peers', name)

/** `@duckdb/node-api 1.5.6-r.1`. */
export const peerText = (name: PeerName): string => `${name} ${versions[name]}`

/**
 * Installs a package in the version that is pinned here, unless it is there; undefined when it is ready, else why it is
 * not. Npm runs under the Node that runs the bench, because the package has to fit that one.
 */
export async function installPeer(name: PeerName): Promise<string | undefined> {
  const directory = directoryOf(name)
  if (installedVersion(name) === versions[name]) return undefined
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{"private":true}\n')
  const words = ['install', '--no-save', '--no-package-lock', '--prefix', directory, `${name}@${versions[name]}`]
  const npm = process.env['npm_execpath']
  try {
    await (npm === undefined ? run('npm', words) : run(process.execPath, [npm, ...words]))
    loadPeer(name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const run = promisify(execFile)

function installedVersion(name: PeerName): string | undefined {
  const path = join(directoryOf(name), 'node_modules', name, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : undefined
}

/** What the package exports; the caller knows its types. */
export const loadPeer = (name: PeerName) => createRequire(join(directoryOf(name), 'package.json'))(name)
