import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { readBundlePlaces } from '../../../functions/local/source-frames.ts'
import { root } from '../../support/node/step.ts'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-frames-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The stack of a program that was bundled as the Worker is, and then run. */
function stackOfBundle(): readonly string[] {
  writeFileSync(
    join(folder, 'deep.ts'),
    'export function sealRun(amount: number): never {\n  // Not the first line.\n  throw new Error(String(amount))\n}\n',
  )
  writeFileSync(
    join(folder, 'main.ts'),
    "import { sealRun } from './deep.ts'\n\ntry {\n  sealRun(7)\n} catch (error) {\n  console.log(error.stack)\n}\n",
  )
  const options = { bundle: true, minify: true, sourcemap: true, format: 'esm', absWorkingDir: folder } as const
  buildSync({ ...options, entryPoints: ['main.ts'], outfile: 'index.js' })
  const { stdout } = spawnSync(process.execPath, [join(folder, 'index.js')], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => (line.includes('at ') ? [line.trim()] : []))
}

it('names for each frame of a log line the place in the sources, and leaves out lines without frames', () => {
  const frames = stackOfBundle()
  expect(frames[0]).toMatch(/index\.js:1:\d+/)
  const line = { requestId: 'req_a', error: 'Error', frames, version: 'v1' }
  const log = `${JSON.stringify({ requestId: 'req_b', status: 200 })}\n${JSON.stringify(line)}\n`
  const words = ['functions/local/npm-script.js', 'functions/local/frames.ts', '--bundle', folder]
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, input: log, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^\{"requestId":"req_a","error":"Error","version":"v1"\}\n/)
  expect(stdout).toMatch(/^ {4}at .*deep\.ts:3:9\)?$/m)
  expect(stdout).toMatch(/^ {4}at .*main\.ts:4:3\)?$/m)
})

it('names places by their paths in the project, wherever the bundle is', () => {
  const outside = join(folder, 'outside')
  const entryPoints = [join(root, 'schema/problem-table.ts')]
  buildSync({ entryPoints, outfile: join(outside, 'index.js'), bundle: true, sourcemap: true, format: 'esm' })
  const lines = readFileSync(join(outside, 'index.js'), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('"Attempts exhausted"'))
  const place = readBundlePlaces(outside)(line + 1, 1 + (lines[line]?.indexOf('"Attempts exhausted"') ?? 0))
  expect(place).toMatch(/^schema\/problem-table\.ts:\d+:\d+$/)
})
