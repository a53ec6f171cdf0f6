import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createClient, type DatasetInAnyState } from '../../../functions/client/index.ts'
import { createScratch } from '../../support/node/command.ts'
import { hasShell } from '../../support/node/installed.ts'
import { keyOf } from '../../support/node/printed.ts'
import { servedCopy } from '../../support/node/served-copy.ts'
import { root } from '../../support/node/step.ts'

/** `tallystick upload` as a shell starts it, against the service that `npm start` serves, with its Workflows. */

const { origin, lines } = await servedCopy()
const scratch = createScratch()
const environment = {
  ...process.env,
  TALLYSTICK_API_KEY: hasShell ? keyOf(lines) : '',
  XDG_CACHE_HOME: scratch.path('.'),
}

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Starts the program; ends it from outside as soon as standard error has `killedAt`. */
function upload(words: readonly string[], killedAt?: string): Promise<Ended> {
  const file = join(root, 'functions/cli/bin/tallystick.js')
  const child = spawn(process.execPath, [file, 'upload', ...words, '--url', origin], { env: environment })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (data: Buffer) => {
    texts.output += data.toString()
  })
  child.stderr.on('data', (data: Buffer) => {
    texts.errors += data.toString()
    if (killedAt !== undefined && texts.errors.includes(killedAt)) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })))
}

const csvOf = (byteCount: number): string => {
  const rows = ['id;amount;currency;date;description']
  for (let length = 0; length < byteCount; length += 930)
    rows.push(`r${rows.length};${rows.length},01;EUR;2026-03-05;${'x'.repeat(900)}`)
  return `${rows.join('\n')}\n`
}

describe('npx tallystick upload', { skip: !hasShell }, () => {
  afterAll(() => scratch.remove())

  it('sends a small file at once, and prints the dataset', async () => {
    const path = scratch.write('small.csv', csvOf(10))
    const { code, output, errors } = await upload([path, '--adapter', 'bank:cli-small'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(JSON.parse(output)).toMatchObject({ name: 'small.csv', adapter: 'bank:cli-small', recordCount: 1 })
  })

  it('sends a large file in parts, goes on after it was killed, and ends in the root of the whole', async () => {
    const csv = csvOf(40_000_000)
    const path = scratch.write('large.csv', csv)
    const words = [path, '--adapter', 'bank:cli-large', '--name', 'Large', '--format', 'csv']
    const killed = await upload(words, 'sending: 70 %')
    expect(killed).toMatchObject({ code: null, output: '' })
    const { code, output, errors } = await upload(words)
    expect({ code, isWhole: /sending: 100 %\n/.test(errors) }).toEqual({ code: 0, isWhole: true })
    const client = createClient({ baseUrl: origin, apiKey: keyOf(lines) })
    const dataset: DatasetInAnyState = JSON.parse(output)
    expect(await client.datasets.get(dataset.id)).toEqual(dataset)
    const one = await client.datasets.uploadExport({
      name: 'One',
      adapter: 'bank:cli-one',
      content: csv,
      format: 'csv',
    })
    expect(dataset).toMatchObject({ state: 'sealed', root: one.root, recordCount: one.recordCount })
    // The killed one had begun the same upload.
    expect(await client.datasets.list({ adapter: 'bank:cli-large' }).toArray()).toHaveLength(1)
  })

  it.each([1, 9_000_000])('prints why the rows of a file of %d bytes or more are refused', async (byteCount) => {
    const path = scratch.write('refused.csv', `${csvOf(byteCount)}r;?;EUR;2026-03-05;\n`)
    const { code, output, errors } = await upload([path, '--adapter', 'bank:cli-refused'])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(`${path} is refused: One field cannot be read.`)
    expect(errors).toMatch(/refused\.csv:\d+: column "amount": /)
  })

  it('names what is wrong with its words, the file or the service', async () => {
    const path = scratch.write('small.csv', csvOf(10))
    const absent = await upload([scratch.path('absent.csv'), '--adapter', 'bank'])
    expect(absent).toMatchObject({ code: 2, errors: expect.stringContaining('there is no such file') })
    const words = await upload([path, '--format', 'pdf'])
    expect(words).toMatchObject({ code: 2, errors: expect.stringContaining('"pdf" as --format, wanted one of') })
    expect(words.errors).toContain('Got no --adapter')
    const adapter = await upload([path, '--adapter', 'strype'])
    expect(adapter).toMatchObject({ code: 2, errors: expect.stringContaining('unknown_adapter') })
    const key = await upload([path, '--adapter', 'bank', '--key', 'x'])
    expect(key).toMatchObject({ code: 2, errors: expect.stringContaining('api_key_invalid') })
  })
})
