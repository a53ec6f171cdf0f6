import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a person sees of an evidence pack: each line that the README's recipe prints. */
export interface ByHand {
  readonly manifest: { readonly [name: string]: string }
  readonly printed: readonly string[]
}

/**
 * Tests and unpacks a pack with `unzip` and follows its README with the keys that the service publishes: the lines of it
 * that begin with four spaces are commands. Throws when any of them fails.
 */
export function checkByHand(pack: Uint8Array, publishedKeys: readonly string[]): ByHand {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-pack-'))
  try {
    const path = join(folder, 'pack.zip')
    writeFileSync(path, pack)
    execFileSync('unzip', ['-t', path])
    execFileSync('unzip', ['-q', path, '-d', folder])
    writeFileSync(join(folder, 'published.txt'), publishedKeys.map((key) => `${key}\n`).join(''))
    const commands = readFileSync(join(folder, 'README.txt'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('    '))
    const script = ['set -e', ...commands].join('\n')
    const printed = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).trimEnd().split('\n')
    return { manifest: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')), printed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
