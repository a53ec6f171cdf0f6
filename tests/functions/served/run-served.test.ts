import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createClient, type RunRecord } from '../../../functions/client/index.ts'
import { makeTwoSides, rulesOfSides } from '../../bench/service/two-sides.ts'
import { createScratch, runWords } from '../../support/node/command.ts'
import { hasShell } from '../../support/node/installed.ts'
import { keyOf } from '../../support/node/printed.ts'
import { servedCopy } from '../../support/node/served-copy.ts'
import { root } from '../../support/node/step.ts'

/** `tallystick run` as a shell starts it, against the service that `npm start` serves, with its Workflows. */

const { origin, lines } = await servedCopy()
const scratch = createScratch()
const apiKey = hasShell ? keyOf(lines) : ''
const client = createClient({ baseUrl: origin, apiKey })
const environment = { ...process.env, TALLYSTICK_API_KEY: apiKey, XDG_CACHE_HOME: scratch.path('.') }

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Starts the program; interrupts it as soon as standard error has `interruptedAt`. */
function run(words: readonly string[], interruptedAt?: string): Promise<Ended> {
  const file = join(root, 'functions/cli/bin/tallystick.js')
  const child = spawn(process.execPath, [file, 'run', ...words, '--url', origin], { env: environment })
  const texts = { output: '', errors: '' }
  let isInterrupted = false
  child.stdout.on('data', (data: Buffer) => {
    texts.output += data.toString()
  })
  child.stderr.on('data', (data: Buffer) => {
    texts.errors += data.toString()
    if (isInterrupted || interruptedAt === undefined || !texts.errors.includes(interruptedAt)) return
    isInterrupted = true
    child.kill('SIGINT')
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })))
}

const sidesOf = (recordCount: number, seed: number) => {
  const { source, target } = makeTwoSides(recordCount, seed)
  const name = `${recordCount}-${seed}`
  return [scratch.write(`source-${name}.csv`, source), scratch.write(`target-${name}.csv`, target)] as const
}
const rules = scratch.write('rules.json', JSON.stringify(rulesOfSides))

/** The tables of a report, without what only files or only a service has. */
const tablesOf = (output: string): readonly string[] =>
  output.split('\n\n').filter((block) => /^( {2,}\S|rule |break |accepted )/.test(block))
const rootOf = (output: string): string | undefined => /under the root (\w+)/.exec(output)?.[1]

describe('npx tallystick run', { skip: !hasShell }, () => {
  afterAll(() => scratch.remove())

  it('uploads two files, runs them, and prints what reconcile prints of them', async () => {
    const [source, target] = sidesOf(300, 1)
    const pack = scratch.path('pack.zip')
    const here = await runWords(['reconcile', source, target, '--rules', rules, '--breaks', '0'])
    const there = await run([source, target, '--rules', rules, '--out', pack])
    expect({ code: there.code, root: rootOf(there.output) }).toEqual({ code: 1, root: rootOf(here.output) })
    expect(tablesOf(there.output)).toEqual(tablesOf(here.output))
    expect(tablesOf(there.output).length).toBeGreaterThan(3)
    expect(there.output).toContain(`written to    ${pack}`)
    expect(await runWords(['verify', pack, '--trust-pack-keys'])).toMatchObject({ code: 0 })
    const [place = ''] = /^results +(\S+)$/m.exec(there.output)?.slice(1) ?? []
    expect((await fetch(place, { headers: { 'X-API-Key': apiKey } })).status).toBe(200)
  })

  it('exits with 0 where nothing is open, and finds the same run again under its key', async () => {
    const csv = 'id,amount,currency,date\na,1,EUR,2026-03-05\n'
    const [source, target] = [scratch.write('same.csv', csv), scratch.write('also.csv', csv)]
    const words = [source, target, '--idempotency-key', 'run-served', '--name', 'Same', '--no-wait']
    const first = await run(words)
    const made: RunRecord = JSON.parse(first.output)
    expect({ code: first.code, made }).toMatchObject({ code: 0, made: { name: 'Same', status: 'completed' } })
    expect(JSON.parse((await run(words)).output).id).toBe(made.id)
    const { code, output } = await run(['--id', made.id])
    expect({ code, root: rootOf(output) }).toEqual({ code: 0, root: made.resultRoot })
    const cancelled = await run(['--id', made.id, '--cancel'])
    expect(cancelled).toMatchObject({ code: 2, errors: expect.stringContaining('there is nothing to cancel') })
    expect((await client.runs.get(made.id)).status).toBe('completed')
  })

  it('shows a large run, says when interrupted how to go on, goes on, and ends in the root of the files', async () => {
    const [source, target] = sidesOf(25_500, 2)
    const stopped = await run([source, target, '--rules', rules], ' of 51,000 records')
    const [id = ''] = /run_\w+/.exec(stopped.errors) ?? []
    expect(stopped).toMatchObject({ code: 2, output: '' })
    expect(stopped.errors).toContain(`npx tallystick run --id ${id} --url ${origin}\n`)
    expect(stopped.errors).toContain(`npx tallystick run --id ${id} --url ${origin} --cancel\n`)
    expect((await client.runs.get(id)).status).not.toBe('cancelled')
    const { code, output, errors } = await run(['--id', id])
    expect({ code, isShown: /reading, [\d,]+ of 51,000 records/.test(stopped.errors + errors) }).toEqual({
      code: 1,
      isShown: true,
    })
    const out = scratch.path('result.ndjson')
    const here = await runWords(['reconcile', source, target, '--rules', rules, '--breaks', '0', '--out', out])
    expect(rootOf(output)).toBe(rootOf(here.output))
    expect(tablesOf(output)).toEqual(tablesOf(here.output))
    expect(readFileSync(out, 'utf8')).toContain('"kind":"match"')
  })

  it('cancels a run that has not ended', async () => {
    const [source, target] = sidesOf(40_000, 3)
    const { output, code, errors } = await run([source, target, '--rules', rules, '--no-wait'])
    const { id, status }: RunRecord = JSON.parse(output)
    expect({ code, status, errors }).toMatchObject({ code: 0, status: 'queued', errors: expect.stringContaining(id) })
    expect(await run(['--id', id, '--cancel'])).toMatchObject({ code: 0, output: `${id} is cancelled\n` })
    expect((await client.runs.get(id)).status).toBe('cancelled')
    expect(await run(['--id', id])).toMatchObject({ code: 2, errors: `tallystick: ${id} was cancelled\n` })
  })

  it('names what is wrong with the files, the rules or the service', async () => {
    const good = scratch.write('good.csv', 'id,amount,currency,date\na,1,EUR,2026-03-05\n')
    const bad = scratch.write('bad.csv', 'id,amount,currency,date\na,?,EUR,2026-03-05\n')
    const refused = await run([good, bad])
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining(`${bad}:2: column "amount": `) })
    expect(await run(['strype:main', 'ledger'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('"strype" is no kind of adapter, the nearest is stripe'),
    })
    const faulty = scratch.write('faulty.json', '[{"id":"x"}]')
    const words = await run([good, good, '--rules', faulty, '--out', scratch.path('absent/pack.zip')])
    expect(words).toMatchObject({ code: 2, errors: expect.stringContaining(`${faulty} /0: Wanted match`) })
    expect(words.errors).toContain('there is no such directory')
    expect(await run(['--id', 'run_absent'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('run_not_found'),
    })
    expect(await run(['bank:none', 'ledger:none', '--key', 'x'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('api_key_invalid'),
    })
  })
})
