import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandOf } from '../../../functions/local/processes.ts'
import { endLeftovers, otherServer } from '../../../functions/local/running-instance.ts'
import { startUsage } from '../../../functions/local/start-options.ts'
import { createScratch } from '../../support/node/command.ts'
import { hasShell } from '../../support/node/installed.ts'
import { startNpm } from '../../support/node/npm-script.ts'
import { root } from '../../support/node/step.ts'

/** What a start of `npm start` knows of those before it, and of npm itself. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const support = join(root, 'tests/support/node')
const sleep = ['/bin/sleep', '/usr/bin/sleep'].find((path) => existsSync(path)) ?? 'sleep'
const isGone = (pid: number): boolean => commandOf(pid) === undefined

/** The first line of what a process prints, as JSON. */
async function printed<Value>(child: ChildProcess): Promise<Value> {
  let text = ''
  for await (const bytes of child.stdout ?? []) {
    text += String(bytes)
    if (text.includes('\n')) break
  }
  return JSON.parse(text)
}

/** A process that serves a folder of its own, with a workerd. */
async function serve(name: string) {
  const folder = scratch.path(name)
  const bin = scratch.path(`${name}-bin`)
  mkdirSync(bin)
  symlinkSync(sleep, join(bin, 'workerd'))
  const words = [join(support, 'local-server.ts'), folder, join(bin, 'workerd')]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [server, worker] = await printed<[number, number]>(child)
  return { folder, server, worker, ended }
}

describe('the data of a folder', { skip: !hasShell }, () => {
  it('is served by a process until that ends, whose workers are its own matter', async () => {
    const { folder, server, worker, ended } = await serve('living')
    expect([otherServer(folder), await endLeftovers(folder), isGone(worker)]).toEqual([server, [], false])
    process.kill(server, 'SIGTERM')
    await ended
    expect([otherServer(folder), isGone(worker), readdirSync(folder)]).toEqual([undefined, true, []])
  })

  it('is freed of the workers of a process that was killed', async () => {
    const { folder, server, worker, ended } = await serve('killed')
    process.kill(server, 'SIGKILL')
    await ended
    expect([otherServer(folder), isGone(worker)]).toEqual([undefined, false])
    expect(await endLeftovers(folder)).toEqual([worker])
    expect([isGone(worker), readdirSync(folder), await endLeftovers(folder)]).toEqual([true, [], []])
  })

  it('costs no other process its life that has got the id of a worker', async () => {
    const { folder, server, worker, ended } = await serve('reused')
    process.kill(server, 'SIGKILL')
    process.kill(worker, 'SIGKILL')
    await ended
    const text = JSON.stringify({
      server: { pid: server, command: 'x' },
      workers: [{ pid: process.pid, command: 'x' }],
    })
    scratch.write(join('reused', `${server}.json`), text)
    expect(await endLeftovers(folder)).toEqual([])
  })
})

describe('npm start', { skip: !hasShell }, () => {
  it.runIf(existsSync('/proc/self/stat'))('ends when npm is killed and its shell stays', async () => {
    const script = `node functions/local/npm-script.js ${join(support, 'orphan.ts')}; exit $?`
    const code = `require('child_process').spawn('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' })`
    const env = { ...process.env, npm_lifecycle_event: 'start' }
    const npm = spawn(process.execPath, ['-e', code], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const pid = await printed<number>(npm)
    expect(isGone(pid)).toBe(false)
    npm.kill('SIGKILL')
    await expect.poll(() => isGone(pid)).toBe(true)
  })

  it('prints its options when asked for help', async () => {
    const { ended, output, errors } = startNpm(root, 'start', '--', '--help')
    expect([await ended, errors()]).toEqual([0, expect.not.stringContaining('Unknown option')])
    expect(output()).toContain(startUsage)
    for (const word of ['--port', '--no-demo', '--fresh', '--witness']) expect(startUsage).toContain(`  ${word} `)
  })
})
