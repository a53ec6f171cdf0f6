import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../../support/forms.ts'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { fetchAnew } from '../../support/node/fetch-anew.ts'
import { hasShell } from '../../support/node/installed.ts'
import { freePort, type RunningScript, startNpm } from '../../support/node/npm-script.ts'
import { keyOf, pasteCommands, runIdOf } from '../../support/node/printed.ts'

/**
 * How `npm start` begins, goes on after a failure, and ends. Each start bundles and serves a whole Worker: the long form
 * starts four, the short form one.
 */

let project: ProjectCopy
let running: RunningScript | undefined

beforeAll(() => {
  project = copyOfProject()
})
afterAll(() => project.remove())

describe('npm start', { skip: !hasShell }, () => {
  let port: number
  let lines: readonly string[]

  beforeAll(async () => {
    port = await freePort()
    lines = await ready(port)
  })
  afterAll(() => killWhatIsLeft())

  it('is a problem while its Worker is killed, starts it again, and has all data still', async () => {
    const workers = running?.running('workerd') ?? []
    expect(workers).toHaveLength(2)
    for (const pid of workers) process.kill(pid, 'SIGKILL')
    const health = `http://127.0.0.1:${port}/api/v1/health`
    const meanwhile = await fetchAnew(health)
    expect([meanwhile.status, meanwhile.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await meanwhile.json()).toMatchObject({
      type: `http://127.0.0.1:${port}/problems/storage_unavailable`,
      status: 503,
      code: 'storage_unavailable',
      requestId: meanwhile.headers.get('X-Request-Id'),
    })
    const statuses = new Set<number>()
    const next = async () => statuses.add((await fetchAnew(health)).status).has(200)
    await expect.poll(next, { timeout: 110_000 }).toBe(true)
    expect([...statuses]).toEqual([503, 200])
    const run = `http://127.0.0.1:${port}/api/v1/runs/${runIdOf(lines)}`
    const kept = await fetchAnew(run, { 'X-API-Key': keyOf(lines) })
    expect(await kept.json()).toMatchObject({ id: runIdOf(lines), status: 'completed' })
  })

  it('does not empty the data that another server serves', async () => {
    const { ended, errors } = startNpm(project.path, 'start', '--', '--port', String(await freePort()), '--fresh')
    expect(await ended).toBe(1)
    expect(errors()).toContain('--fresh')
    expect((await fetchAnew(`http://127.0.0.1:${port}/api/v1/ready`)).status).toBe(200)
  })

  it('says so and ends with 1 when the port is taken', async () => {
    const { ended, errors } = startNpm(project.path, 'start', '--', '--port', String(port))
    expect(await ended).toBe(1)
    expect(errors()).toContain(`port ${port} cannot be used`)
  })

  it('refuses options that it does not have and ports that are none, and ends with 1', async () => {
    const words = ['--port=0', '--port=65536', '--port=http', '--prot=9000']
    const scripts = words.map((word) => startNpm(project.path, 'start', '--', word))
    expect(await Promise.all(scripts.map(({ ended }) => ended))).toEqual(words.map(() => 1))
    for (const { errors } of scripts) expect(errors()).toContain('npm start -- [--port 1..65535] [--no-demo] [--fresh]')
  })

  it('leaves nothing behind after SIGTERM to its process group', async () => {
    await end('SIGTERM')
    await expect(fetchAnew(`http://127.0.0.1:${port}/api/v1/health`)).rejects.toThrow()
  })

  // The next five are starts in the same folder, in this order.
  it.runIf(isLong)('keeps the key from one start to the next, and needs no home directory to write to', async () => {
    const home = join(project.path, 'home-that-is-a-file')
    writeFileSync(home, '')
    const again = await ready(await freePort(), { HOME: home, XDG_CONFIG_HOME: undefined }, '--no-demo')
    expect(keyOf(again)).toBe(keyOf(lines))
    expect(again.join('\n')).not.toContain('match rate')
    expect(running?.errors()).not.toContain(home)
  })

  it.runIf(isLong)('ends as well when npm alone is told to', async () => {
    running?.signalNpm('SIGTERM')
    await expect.poll(() => running?.isAlive()).toBe(false)
  })

  it.runIf(isLong)('ends what a start that was killed has left, and says so', async () => {
    await ready(await freePort(), {}, '--no-demo')
    const killed = running
    // Their path has the name of a folder in it, node_modules.
    const workers = killed?.running('workerd') ?? []
    const nodes = (killed?.running('node') ?? []).filter((pid) => !workers.includes(pid))
    for (const pid of nodes) process.kill(pid, 'SIGKILL')
    await killed?.ended
    expect(killed?.running('workerd')).toEqual(workers)
    expect(workers).toHaveLength(2)
    await ready(await freePort(), {}, '--no-demo')
    expect(running?.errors()).toContain('ended what a start that was killed had left')
    expect(killed?.isAlive()).toBe(false)
    await end('SIGTERM')
  })

  it('makes another key when told to begin afresh, and ends at SIGINT', async () => {
    const fresh = await ready(await freePort(), {}, '--no-demo', '--fresh')
    expect(keyOf(fresh)).toMatch(/^tsk_test_/)
    expect(keyOf(fresh)).not.toBe(keyOf(lines))
    pasteCommands(fresh)
    await end('SIGINT')
  })

  it.runIf(isLong)('says what is wrong when the Worker cannot be served', async () => {
    const tools = join(project.path, '.wrangler/tools')
    rmSync(tools, { recursive: true })
    writeFileSync(tools, '')
    const { ended, errors } = startNpm(project.path, 'start', '--', '--port', String(await freePort()), '--no-demo')
    expect(await ended).toBe(1)
    expect(errors()).toMatch(/^the Worker cannot be served: .*not a directory.*\.wrangler\/tools/m)
  })
})

async function ready(
  port: number,
  environment: NodeJS.ProcessEnv = {},
  ...words: readonly string[]
): Promise<readonly string[]> {
  running = startNpm({ directory: project.path, environment }, 'start', '--', '--port', String(port), ...words)
  await running.line(/^ready on /)
  return running.output().trimEnd().split('\n')
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const script = running
  script?.signal(signal)
  await script?.ended
  await expect.poll(() => script?.isAlive()).toBe(false)
}

async function killWhatIsLeft(): Promise<void> {
  if (running?.isAlive()) running.signal('SIGKILL')
  await running?.ended
}
