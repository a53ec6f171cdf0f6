import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { packFileNames } from '@tallystick/engine/verify'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../functions/client/index.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { commandsIn, readDoc } from '../../support/node/docs.ts'
import { fetchAnew } from '../../support/node/fetch-anew.ts'
import { areInstalled, hasShell } from '../../support/node/installed.ts'
import { textIn } from '../../support/node/pack.ts'
import { keyOf, runIdOf } from '../../support/node/printed.ts'
import { servedCopy } from '../../support/node/served-copy.ts'
import { root } from '../../support/node/step.ts'
import { checkByHand } from '../../support/node/unpack.ts'

/**
 * Evidence from the service to an auditor's desk: downloaded, unpacked, checked by hand and by the program. Takes over 8
 * seconds, since it starts the program a dozen times.
 */

const auditors = readDoc('auditors')
/** The function that the others call, then what each section runs. */
const [fetchFunction = '', ...auditorsCommands] = commandsIn(auditors)
const { origin, lines } = await servedCopy()
const api = `${origin}/api/v1`
const key = keyOf(lines)
const runId = runIdOf(lines)
let project: ProjectCopy
let folder: string
/** The keys that the service publishes, base64 of the raw bytes. */
let publishedKeys: readonly string[]
/** What the first commands of docs/auditors.md print. */
let said: string

describe('the pack of a run that was served', { skip: !hasShell }, () => {
  beforeAll(async () => {
    project = copyOfProject()
    folder = mkdtempSync(join(tmpdir(), 'tallystick-served-'))
    const keys = await (await fetchAnew(`${origin}/.well-known/tallystick-keys`)).text()
    publishedKeys = [...keys.matchAll(/"publicKey":"([^"]+)"/g)].map(([, each = '']) => each)
    const [commands = ''] = auditorsCommands
    const env = { ...process.env, API: api, KEY: key, RUN: runId, npm_config_offline: 'true' }
    said = execFileSync('bash', ['-ec', `${fetchFunction}${commands}`], { cwd: project.path, env, encoding: 'utf8' })
    copyFileSync(join(project.path, 'pack.zip'), join(folder, 'pack.zip'))
  })

  afterAll(() => {
    project.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is downloaded and holds as docs/auditors.md says', () => {
    expect(said).toMatch(/^replay +holds /m)
    expect(said).toMatch(/\nevery check holds, by a key that you trust\n$/)
    expect(said).toMatch(/\nunproven: .*\n(?: {2}.*\n)* {2}name +"March bank against ledger"\n/)
  })

  it('is not downloaded under a wrong key, which shows the problem and leaves the file that is there', () => {
    const env = { ...process.env, API: api, KEY: 'tsk_test_of_nobody', RUN: runId }
    const before = readFileSync(join(project.path, 'pack.zip'))
    const script = `${fetchFunction}${auditorsCommands[0]}`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: project.path, env, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('"title":"API key invalid"')
    expect(readFileSync(join(project.path, 'pack.zip'))).toEqual(before)
  })

  it('holds, offline, and again when the engine is run over it', () => {
    const { status, stdout, stderr } = verify()
    const holding = [...stdout.matchAll(/^\w+ +holds /gm)].length
    expect({ status, stderr, holding }).toEqual({ status: 3, stderr: '', holding: 11 })
  })

  it('holds under the key that the service publishes, and under no other', () => {
    const [vkey = ''] = unpacked('keys.txt').split('\n')
    const [published = ''] = publishedKeys
    expect(verify().stdout).toContain(`  ${published}   key id `)
    for (const trusted of [vkey, published]) expect(verify('--key', trusted)).toMatchObject({ status: 0 })
    const stranger = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    expect(verify('--key', stranger)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/checkpointSignature\n$/),
    })
  })

  it('shows the checkpoint that the run’s own answer carries, so that readers can compare', async () => {
    const response = await fetchAnew(`${api}/runs/${runId}`, { 'X-API-Key': key })
    const run: RunRecord = JSON.parse(await response.text())
    expect(unpacked('checkpoint.txt')).toBe(run.checkpoint)
  })

  it('is proven line by line, which check.mjs checks', async () => {
    const headers = { 'X-API-Key': key }
    for (const leaf of [0, 1, 40]) {
      const response = await fetchAnew(`${api}/runs/${runId}/evidence?leaf=${leaf}`, headers)
      const proof = await response.text()
      expect(check(proof)).toMatchObject({ status: 0, stderr: '' })
      const tampered = proof.replace(/"line":"\{/, '"line":"{ ')
      expect(check(tampered)).toMatchObject({ status: 1, stdout: expect.stringContaining('does not hold') })
    }
  })

  it('is proven match by match, as docs/auditors.md says, in each form in which a proof is served', async () => {
    const KEYS = publishedKeys.join(' ')
    const env = { ...process.env, API: api, KEY: key, RUN: runId, KEYS, npm_config_offline: 'true' }
    const commands = auditorsCommands[1] ?? ''
    const proven = execFileSync('bash', ['-ec', `${fetchFunction}${commands}`], {
      cwd: project.path,
      env,
      encoding: 'utf8',
    })
    expect(proven).toMatch(/\nevery check of this single proof holds, by a key that you trust\n/)
    const [, id = ''] = /^ {2}(mat_\w+) /m.exec(proven) ?? []
    const headers = { 'X-API-Key': key, Accept: 'text/plain' }
    const response = await fetchAnew(`${api}/runs/${runId}/evidence?matchId=${id}`, headers)
    const path = join(folder, 'proof.txt')
    writeFileSync(path, await response.text())
    const { status, stdout } = verifyFile(path, ...publishedKeys.flatMap((each) => ['--key', each]))
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(`\n  ${id}   {"confidence":`) })
  })

  it.skipIf(!areInstalled('python3'))(
    'is checked by the programs that share no code with ours, as docs/auditors.md says',
    () => {
      const commands = (auditorsCommands[2] ?? '')
        .replace(/^node /, `'${process.execPath}' `)
        .replaceAll('docs/', `${join(root, 'docs')}/`)
      const env = { ...process.env, KEYS: publishedKeys.join(' ') }
      const printed = execFileSync('bash', ['-ec', commands], { cwd: project.path, env, encoding: 'utf8' })
      expect([...printed.matchAll(/^\w+ +holds$/gm)]).toHaveLength(10 + 9)
    },
  )

  it('explains the run as the service does, by the commands of docs/auditors.md', async () => {
    const breaks = await fetchAnew(`${api}/runs/${runId}/results?view=breaks&limit=1`, { 'X-API-Key': key })
    const [, open = ''] = /"id":"(brk_[0-9a-f]{26})"/.exec(await breaks.text()) ?? []
    expect(open).not.toBe('')
    const questions = (auditorsCommands[3] ?? '')
      .trimEnd()
      .replace(/brk_[0-9a-f]+/, open)
      .split('\n')
    const paths = [
      'getExecutionGraph',
      'traceArtifactLineage?artifact=source:U2603-00034',
      'findPolicyImpact',
      `findRuleChanges?break=${open}`,
    ]
    expect(questions).toHaveLength(paths.length)
    for (const [index, question] of questions.entries()) {
      const env = { ...process.env, npm_config_offline: 'true' }
      const answer = execFileSync('bash', ['-ec', question], { cwd: project.path, env, encoding: 'utf8' })
      const url = `${api}/runs/${runId}/trust-explorer/${paths[index]}`
      const served = await fetchAnew(url, { 'X-API-Key': key })
      expect(JSON.parse(answer)).toEqual(JSON.parse(await served.text()))
    }
  })

  it('is compared with a later log, and the log is watched, by the commands of docs/auditors.md', async () => {
    const KEYS = publishedKeys.join(' ')
    const env = { ...process.env, API: api, KEY: key, RUN: runId, KEYS, npm_config_offline: 'true' }
    const compare = () =>
      execFileSync('bash', ['-ec', `${fetchFunction}${auditorsCommands[4]}`], {
        cwd: project.path,
        env,
        encoding: 'utf8',
      })
    const first = compare()
    expect(first).toMatch(/^history +holds /m)
    expect(first).toMatch(/\nfits: localhost\/[0-9a-f]{64}: size \d+, seen for the first time/)
    const client = createClient({ baseUrl: origin, apiKey: key })
    const request = { name: 'Again', sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }
    for (let made = 0; made < 3; made += 1) await client.runs.create(request)
    const said = compare()
    expect(said).toMatch(/^history +holds +The log of size \d+ begins with that of size \d+, by its tiles\.$/m)
    expect(said).toMatch(/\nfits: [^\n]* begins with size \d+, its receipts follow one another\n$/)
  })

  it.skipIf(!areInstalled('unzip'))('is taken by unzip, file by file', () => {
    const listed = execFileSync('unzip', ['-t', 'pack.zip'], { cwd: folder, encoding: 'utf8' })
    expect([...listed.matchAll(/testing: (\S+) +OK$/gm)].map(([, name]) => name)).toEqual(packFileNames)
    expect(listed).toContain('No errors detected')
  })

  it.skipIf(!areInstalled('unzip', 'bash', 'sha256sum', 'xxd', 'base64', 'openssl'))(
    'is checked by hand as its README says',
    async () => {
      // The recipe starts several programs a line. Five and seven lines give trees with a lone node on every level.
      const client = createClient({ baseUrl: origin, apiKey: key })
      for (const [adapter, recordCount] of [['bank:few', 5] as const, ['ledger:few', 7] as const]) {
        const records = Array.from({ length: recordCount }, (_, index) => ({ id: `r${index}`, amount: `${index + 1}` }))
        await client.datasets.upload({ name: 'Few', adapter, records })
      }
      const request = { name: 'Few', sourceAdapter: 'bank:few', targetAdapter: 'ledger:few', rules: [] }
      const { id } = await client.runs.create(request)
      const response = await fetchAnew(`${api}/runs/${id}/evidence?format=zip`, { 'X-API-Key': key })
      const { manifest, printed } = checkByHand(new Uint8Array(await response.arrayBuffer()), publishedKeys)
      const { policy, source, target, result } = manifest
      expect(printed[0]).toBe(`${policy}  rules.json`)
      expect(printed.slice(2, 5)).toEqual([source, target, result])
      const [first, second, ...tenants] = printed.slice(7, 11)
      expect(second).toBe(first)
      expect(tenants[1]).toBe(tenants[0])
      expect(printed.slice(-2)).toEqual(Array(2).fill('Signature Verified Successfully'))
    },
  )

  it('is of a log in the index of all, which is watched without a key, by the command of docs/auditors.md', async () => {
    // The cron of a minute puts it there, and its key among the others. An address has 120 requests a minute.
    while ((await fetchAnew(`${api}/index/checkpoint`)).status !== 200) await setTimeout(3_000)
    const watch = async (): Promise<string> => {
      const listed = await (await fetchAnew(`${origin}/.well-known/tallystick-keys`)).text()
      const keys = [...listed.matchAll(/"publicKey":"([^"]+)"/g)].map(([, each = '']) => each)
      const env = { ...process.env, API: api, KEYS: keys.join(' '), npm_config_offline: 'true' }
      const said = spawnSync('bash', ['-ec', auditorsCommands[5] ?? ''], { cwd: project.path, env, encoding: 'utf8' })
      return `${said.stderr}${said.stdout}`
    }
    // The service reads its list of keys anew every ten seconds.
    await expect
      .poll(watch, { interval: 5_000, timeout: 40_000 })
      .toMatch(/^fits: localhost\/index: size [1-9]\d*, seen for the first time, its heads follow one another\n$/)
  })
})

const verify = (...words: readonly string[]) => verifyFile(join(folder, 'pack.zip'), ...words)

function verifyFile(path: string, ...words: readonly string[]) {
  // The commands of docs/auditors.md start it by npx, which takes as long as the check.
  const program = join(root, 'node_modules/.bin/tallystick')
  return spawnSync(program, ['verify', path, ...words], { cwd: root, encoding: 'utf8' })
}

function check(proof: string) {
  const path = join(folder, 'line.json')
  writeFileSync(path, proof)
  const words = [join(root, 'docs/check.mjs'), path, ...publishedKeys]
  return spawnSync(process.execPath, words, { encoding: 'utf8' })
}

function unpacked(name: string): string {
  const files = new Map(Object.entries(unzipSync(readFileSync(join(folder, 'pack.zip')))))
  return textIn(files, name)
}
