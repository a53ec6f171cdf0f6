import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copyOfProject, type ProjectCopy } from '../support/node/copy-of-project.ts'
import { freePort, type RunningScript, startNpm } from '../support/node/npm-script.ts'

describe('npm start', () => {
  let project: ProjectCopy
  let running: RunningScript[] = []

  beforeAll(() => {
    project = copyOfProject()
  })
  afterEach(async () => {
    for (const script of running.filter((each) => each.isAlive())) {
      script.signal('SIGKILL')
      await script.ended
    }
    running = []
  })
  afterAll(() => project.remove())

  async function start(...words: readonly string[]): Promise<RunningScript> {
    const script = startNpm(project.path, 'start', '--', ...words)
    running.push(script)
    return script
  }

  async function ready(port: number, ...words: readonly string[]): Promise<readonly string[]> {
    const script = await start('--port', String(port), ...words)
    await script.line(/^ready on /)
    return script.output().trimEnd().split('\n')
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const script = running[0]
    if (script === undefined) throw new Error('nothing runs')
    script.signal(signal)
    const code = await script.ended
    await expect.poll(() => script.isAlive(), { timeout: 5000 }).toBe(false)
    return code
  }

  it('reconciles the samples, prints both keys before any command and says last that it is ready', async () => {
    const port = await freePort()
    const lines = await ready(port)
    const text = lines.join('\n')
    expect(text).toMatch(/match rate +[0-9]+\.[0-9]{2} %/)
    expect(text).toMatch(/amount_mismatch +U2603-\d+ \/ GL-\d+ +difference -?\d/)
    expect(text).toMatch(/EUR +-?\d/)
    const commands = lines.filter((line) => line.startsWith('curl '))
    expect(commands).toHaveLength(3)
    for (const pattern of [/^X-API-Key: tsk_test_\w+$/, /^X-Admin-Key: \S{32,}$/]) {
      const index = lines.findIndex((line) => pattern.test(line))
      expect(index).toBeGreaterThan(-1)
      expect(index).toBeLessThan(lines.findIndex((line) => line.startsWith('curl ')))
    }
    expect(lines.at(-1)).toBe(`ready on http://127.0.0.1:${port}`)

    for (const command of commands) {
      const answer: { code?: string } = JSON.parse(execFileSync('bash', ['-c', command], { encoding: 'utf8' }))
      expect(answer.code, command).toBeUndefined()
    }
    await end('SIGTERM')
    await expect(fetch(`http://127.0.0.1:${port}/api/v1/health`)).rejects.toThrow()
  })

  it('keeps the key from one start to the next, and makes another when told to begin afresh', async () => {
    const port = await freePort()
    const keyOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('X-API-Key: '))
    const first = keyOf(await ready(port, '--no-demo'))
    await end('SIGINT')
    running = []
    const second = await ready(port, '--no-demo')
    expect(keyOf(second)).toBe(first)
    expect(second.join('\n')).not.toContain('match rate')
    await end('SIGTERM')
    running = []
    const third = await ready(port, '--no-demo', '--fresh')
    expect(keyOf(third)).toMatch(/^X-API-Key: tsk_test_/)
    expect(keyOf(third)).not.toBe(first)
    for (const command of third.filter((line) => line.startsWith('curl '))) {
      const answer: { code?: string } = JSON.parse(execFileSync('bash', ['-c', command], { encoding: 'utf8' }))
      expect(answer.code, command).toBeUndefined()
    }
    await end('SIGTERM')
  })

  it('says so and ends with 1 when the port is taken', async () => {
    const server = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const script = await start('--port', String(port))
    expect(await script.ended).toBe(1)
    expect(script.errors()).toContain(`port ${port} cannot be used`)
    server.close()
  })

  it.each(['0', '65536', 'http', '-1'])('refuses the port %s and ends with 1', async (port) => {
    const script = await start(`--port=${port}`)
    expect(await script.ended).toBe(1)
    expect(script.errors()).toContain('wanted a number from 1 to 65535')
  })
})
