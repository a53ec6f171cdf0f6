import { spawnSync } from 'node:child_process'
import { toBase64 } from '@tallystick/engine/base'
import { signerOf } from '../engine/support/ed25519.ts'
import { createScratch } from '../support/node/command.ts'
import { zipped } from '../support/node/pack.ts'
import { packOfMatches } from '../support/node/pack-of-matches.ts'
import { root } from '../support/node/step.ts'

/**
 * `npm run bench:verify [-- MATCHES]`: how long each program takes to verify one pack of so many matches, 100,000 without
 * a number. Making the pack is not timed. Python's command is that of `PYTHON`, or `python3`.
 */

const [count = '100000'] = process.argv.slice(2)
const matchCount = Number(count)
if (!Number.isSafeInteger(matchCount) || matchCount < 1) throw new Error(`Got ${count}, wanted a number of matches`)

const scratch = createScratch()
try {
  const archive = zipped(await packOfMatches(matchCount, 32))
  const pack = scratch.write('pack.zip', archive)
  const key = toBase64(signerOf(1).publicKey)
  const programs: readonly (readonly [name: string, program: string, words: readonly string[]])[] = [
    [
      'tallystick verify --no-replay',
      process.execPath,
      ['functions/cli/bin/tallystick.js', 'verify', '--no-replay', '--key', key],
    ],
    ['tallystick verify', process.execPath, ['functions/cli/bin/tallystick.js', 'verify', '--key', key]],
    ['docs/check.mjs', process.execPath, ['docs/check.mjs']],
    ['docs/check.py', process.env['PYTHON'] ?? 'python3', ['docs/check.py']],
  ]
  console.log(`${matchCount} matches, a pack of ${(archive.length / 1e6).toFixed(1)} MB, Node ${process.version}`)
  for (const [name, program, words] of programs) {
    const own = words[0]?.startsWith('docs/') ? [...words, pack, key] : [...words, pack]
    const startedAt = performance.now()
    const { status, stderr } = spawnSync(program, own, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(
      `${name.padEnd(30)} ${seconds.toFixed(1).padStart(7)} s   exit code ${status}${stderr && `: ${stderr.trim()}`}`,
    )
  }
} finally {
  scratch.remove()
}
