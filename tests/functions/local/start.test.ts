import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../../../engine/index.ts'
import { runSmoke } from '../../../functions/deploy/smoke-suite.ts'
import type { ResultResponse } from '../../../schema/result.ts'
import type { ResultItem } from '../../../schema/result-item.ts'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { blocksOf, commandsIn as commandBlocksIn, readDoc, sectionOf } from '../../support/node/docs.ts'
import { fetchAnew } from '../../support/node/fetch-anew.ts'
import { hasShell } from '../../support/node/installed.ts'
import { freePort, type RunningScript, startNpm } from '../../support/node/npm-script.ts'
import { expectedOutcome } from '../../support/node/samples.ts'

/**
 * `npm start` in a copy of the project, as on the day of the clone. Takes over 8 seconds, since each of its four starts
 * bundles and serves a whole Worker.
 */

/** The function that the commands call, then commands and what they print; without the variables of the reader. */
const walkthroughBlocks = blocksOf(readDoc('walkthrough')).filter(({ text }) => !/^(API|RUN)=/.test(text))
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

  /** Runs commands as a reader does who has set the variables of the document. */
  const runShell = (commands: string, variables: NodeJS.ProcessEnv = {}) => {
    const reader = { API: `http://127.0.0.1:${port}/api/v1`, KEY: keyOf(lines), RUN: runIdOf(lines) }
    const env = { ...process.env, ...reader, ...variables }
    return spawnSync('bash', ['-c', commands], { cwd: project.path, env, encoding: 'utf8' })
  }
  const stdoutOf = (commands: string): string => {
    const { status, stdout, stderr } = runShell(commands)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout
  }

  it('prints a summary of the reconciled samples', () => {
    const text = lines.join('\n')
    expect(text).toMatch(/match rate +[0-9]+\.[0-9]{2} %/)
    expect(text).toMatch(/amount_mismatch +U2603-\d+ \/ GL-\d+ +difference -960/)
    expect(text).toMatch(/EUR +-?\d/)
    expect(text).toMatch(/CHF +-?\d/)
  })

  it('prints both keys on lines of their own before any command, and last of all that it is ready', () => {
    const firstCommand = lines.findIndex((line) => line.includes('curl'))
    for (const pattern of [/^X-API-Key: tsk_test_\w+$/, /^X-Admin-Key: \S{32,}$/]) {
      const index = lines.findIndex((line) => pattern.test(line))
      expect(index).toBeGreaterThan(-1)
      expect(index).toBeLessThan(firstCommand)
    }
    expect(lines.at(-1)).toBe(`ready on http://127.0.0.1:${port}`)
  })

  it('prints three commands that work when pasted', () => {
    expect(pasteCommands(lines)).toHaveLength(3)
  })

  it('prints commands that stop at the first failure and show the problem', () => {
    const script = commandsIn(lines).replaceAll(keyOf(lines), 'tsk_test_of_nobody')
    const { status, stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stdout.match(/"title":"[^"]*"/g)).toEqual(['"title":"API key invalid"'])
  })

  it('keeps its secrets for their owner alone, and says which one to keep', () => {
    for (const name of ['.dev.vars', '.wrangler/demo-key'])
      expect(statSync(join(project.path, name)).mode & 0o777, name).toBe(0o600)
    expect(lines.join('\n')).toMatch(/keep a copy of KEY_PEPPER/)
  })

  it('reconciled over the API to the expected outcome, record by record', async () => {
    const matches = await resultsOf('matches')
    expect(matches.map(idsOf)).toEqual(
      expectedOutcome.matches.map(({ rule, confidence, source, target }) => [rule, confidence, [source], [target]]),
    )
    const breaks = await resultsOf('breaks')
    expect(breaks.map(idsOf)).toEqual(
      expectedOutcome.breaks.map(({ reason, source = [], target = [] }) => [reason, undefined, source, target]),
    )
    const excluded = await resultsOf('excluded')
    expect(excluded.map(idsOf)).toEqual(
      expectedOutcome.excluded.map(({ rule, source = [], target = [] }) => [rule, undefined, source, target]),
    )
  })

  it('answers the commands of docs/walkthrough.md with what it shows', () => {
    const [call, ...shown] = walkthroughBlocks
    const answers = shown.map(({ language, text }) => (language === 'sh' ? stdoutOf(`${call?.text}${text}`) : text))
    expect(shown.map(({ language }) => language)).toEqual(['sh', 'json', 'sh', 'json', 'sh', 'text', 'sh', 'json'])
    for (const index of [0, 2, 4, 6]) expect(withoutTime(at(answers, index))).toBe(withoutTime(at(answers, index + 1)))
  })

  it('stops the commands of docs/walkthrough.md at the first failure and shows the problem', () => {
    const [call, example] = walkthroughBlocks
    const { status, stdout, stderr } = runShell(`${call?.text}${example?.text}`, { KEY: 'tsk_test_of_nobody' })
    expect(status).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr.match(/"title":"[^"]*"/g)).toEqual(['"title":"API key invalid"'])
  })

  it('takes the uploads of docs/api.md as they are shown', () => {
    const [call] = walkthroughBlocks
    const section = sectionOf(readDoc('api'), '## Datasets and adapters')
    const [statement = '', book = ''] = commandBlocksIn(section)
    const answer = blocksOf(section).find(({ language }) => language === 'json')
    expect(JSON.parse(stdoutOf(`${call?.text}${statement}cat answer.json`))).toMatchObject({
      adapter: 'bank:upload',
      recordCount: 239,
      warnings: [],
    })
    expect(stdoutOf(`${call?.text}${book}`)).toBe(answer?.text)
  })

  it('serves exactly the endpoints that docs/api.md lists', async () => {
    const response = await fetchAnew(`http://127.0.0.1:${port}/api/v1/openapi.json`)
    const document: { paths: { [path: string]: object } } = JSON.parse(await response.text())
    const served = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    )
    const rows = readDoc('api')
      .split('\n')
      .filter((line) => /^\| `(?:GET|POST|DELETE) /.test(line))
    const listed = rows
      .flatMap((row) => [...row.matchAll(/`((?:GET|POST|PATCH|DELETE) \/[^`]*)`/g)])
      .map(([, endpoint]) => endpoint)
    expect(listed.sort()).toEqual(served.sort())
  })

  it('lets the scheduled handler be called', async () => {
    const response = await fetchAnew(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`)
    expect(await response.text()).toBe('ok')
  })

  it('passes the smoke test that a deployment has to pass', async () => {
    const failed: string[] = []
    const [, adminKey] = /^X-Admin-Key: (.*)$/m.exec(lines.join('\n')) ?? []
    const options = { url: `http://127.0.0.1:${port}`, adminKey }
    expect(await runSmoke(options, (line) => line.startsWith('ok ') || failed.push(line)), failed.join('\n')).toBe(true)
  })

  it('fails the smoke test of somebody who has no admin key, and says why', async () => {
    const said: string[] = []
    const options = { url: `http://127.0.0.1:${port}`, adminKey: 'a key that is none' }
    expect(await runSmoke(options, (line) => said.push(line))).toBe(false)
    expect(said.at(-1)).toMatch(/^FAILED {3}makes a tenant for the test: admin_key_invalid: ./)
  })

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
    await expect.poll(next, { timeout: 60_000 }).toBe(true)
    expect([...statuses]).toEqual([503, 200])
    expect(await resultsOf('breaks')).not.toEqual([])
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

  // The next three are starts in the same folder, in this order.
  it('keeps the key from one start to the next, and needs no home directory to write to', async () => {
    const home = join(project.path, 'home-that-is-a-file')
    writeFileSync(home, '')
    const again = await ready(await freePort(), { HOME: home, XDG_CONFIG_HOME: undefined }, '--no-demo')
    expect(keyOf(again)).toBe(keyOf(lines))
    expect(again.join('\n')).not.toContain('match rate')
    expect(running?.errors()).not.toContain(home)
  })

  it('ends as well when npm alone is told to', async () => {
    running?.signalNpm('SIGTERM')
    await expect.poll(() => running?.isAlive(), { timeout: 10_000 }).toBe(false)
  })

  it('makes another key when told to begin afresh, and ends at SIGINT', async () => {
    const fresh = await ready(await freePort(), {}, '--no-demo', '--fresh')
    expect(keyOf(fresh)).toMatch(/^tsk_test_/)
    expect(keyOf(fresh)).not.toBe(keyOf(lines))
    pasteCommands(fresh)
    await end('SIGINT')
  })

  it('says what is wrong when the Worker cannot be served', async () => {
    const tools = join(project.path, '.wrangler/tools')
    rmSync(tools, { recursive: true })
    writeFileSync(tools, '')
    const { ended, errors } = startNpm(project.path, 'start', '--', '--port', String(await freePort()), '--no-demo')
    expect(await ended).toBe(1)
    expect(errors()).toMatch(/^the Worker cannot be served: .*not a directory.*\.wrangler\/tools/m)
  })

  async function resultsOf(view: 'matches' | 'breaks' | 'excluded'): Promise<readonly ResultItem[]> {
    const items: ResultItem[] = []
    let cursor = ''
    do {
      const url = `http://127.0.0.1:${port}/api/v1/runs/${runIdOf(lines)}/results?view=${view}&limit=50${cursor}`
      const response = await fetchAnew(url, { 'X-API-Key': keyOf(lines) })
      const page: ResultResponse = JSON.parse(await response.text())
      const { matches = [], breaks = [], excluded = [] } = page
      items.push(...{ matches, breaks, excluded }[view])
      cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`
    } while (cursor !== '')
    return items
  }
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
  await expect.poll(() => script?.isAlive(), { timeout: 5000 }).toBe(false)
}

async function killWhatIsLeft(): Promise<void> {
  if (running?.isAlive()) running.signal('SIGKILL')
  await running?.ended
}

const withoutTime = (text: string): string => text.replaceAll(/"matched_at":"[^"]*"/g, '')

function runIdOf(lines: readonly string[]): string {
  const [, runId = ''] = /\/runs\/(run_\w+)/.exec(lines.join('\n')) ?? []
  return runId
}

function keyOf(lines: readonly string[]): string {
  const [, key = ''] = /^X-API-Key: (.*)$/m.exec(lines.join('\n')) ?? []
  return key
}

/** The printed commands, as they are pasted into a shell. */
const commandsIn = (lines: readonly string[]): string => lines.filter((line) => line.startsWith('curl ')).join('\n')

/** Runs the printed commands in a shell and gives their answers; each must be JSON that is no problem. */
function pasteCommands(lines: readonly string[]): readonly string[] {
  const answers = execFileSync('bash', ['-c', commandsIn(lines)], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  for (const answer of answers) expect(JSON.parse(answer)).not.toHaveProperty('code')
  return answers
}

function idsOf(item: ResultItem): readonly unknown[] {
  const name = 'reason' in item ? item.reason : item.rule_id
  const confidence = 'confidence' in item ? item.confidence : undefined
  if ('transaction_ids' in item) return [name, confidence, item.side, item.transaction_ids]
  const sides =
    'source_transaction_id' in item
      ? [[item.source_transaction_id], [item.target_transaction_id]]
      : [item.source_transaction_ids, item.target_transaction_ids]
  return [name, confidence, ...sides]
}
