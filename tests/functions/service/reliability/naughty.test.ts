import { expect, it } from 'vitest'
import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import type { ResultResponse } from '../../../../schema/result.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { eachOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { loneSurrogates, naughtyTexts } from '../../../support/worker/naughty-texts.ts'
import { issuerLines } from '../../../support/worker/people.ts'
import { readWorkbook } from '../../../support/worker/read-workbook.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { everyScene } from '../../../support/worker/scenes/every-scene.ts'
import type { Scene } from '../../../support/worker/scenes/scene.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

const figures = { places: 0, requests: 0 }

/** A record for each text, which has it in every member that is a text. */
const recordsWith = (side: string) =>
  naughtyTexts.map((text, index) => ({
    ...{ id: `${side}${index} ${text}`, amount: '1', currency: 'EUR', date: '2026-03-01' },
    ...{ reference: `${text}|${index}`, description: text, counterparty: text },
    attributes: { kind: text, [text]: 'name' },
  }))

/** A run that matches each record of one side with that of the same text. */
async function runOfTexts() {
  const app = createTestApp()
  const { client } = await app.newTenant()
  const source = await uploadJson(client, { name: '=1', adapter: 'bank:texts', records: recordsWith('s') })
  await uploadJson(client, { name: '<b>', adapter: 'ledger:texts', records: recordsWith('t') })
  const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
  const sides = { sourceAdapter: 'bank:texts', targetAdapter: 'ledger:texts' }
  const run: RunRecord = await makeRun(client, { name: naughtyTexts.join(' ').slice(0, 60), ...sides, rules })
  return { app, client, run, source }
}

const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer())
const described = (records: readonly { readonly description?: unknown }[]) =>
  records.map(({ description }) => description).sort()
const wanted = [...naughtyTexts].sort()
const twice = [...naughtyTexts, ...naughtyTexts].sort()

it('gives each text back in JSON, NDJSON and the evidence, byte for byte', async () => {
  const { client, run, source } = await runOfTexts()
  const page = await client.get(`${run.links.results}?view=matches&include=records&limit=1000`)
  const { matches } = await page.json<ResultResponse>()
  expect(described(matches.flatMap(({ records = [] }) => records))).toEqual(twice)
  const stream = await client.get(`${run.links.results}?view=matches&include=records`, {
    Accept: 'application/x-ndjson',
  })
  const lines = linesOf(await stream.text())
  expect(described(lines.flatMap(({ records }) => records as { description: string }[]))).toEqual(twice)
  const records = linesOf(await (await client.get(`/api/v1/datasets/${source.id}/records`, ndjson)).text())
  expect(described(records)).toEqual(wanted)
  const pack = await readZip(await bytesOf(await client.get(`${run.links.evidence}?format=zip`)))
  const packed = pack
    .filter(({ name }) => name.endsWith('.ndjson'))
    .flatMap(({ bytes }) => linesOf(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)))
  expect(described(packed.filter((line) => typeof line['description'] === 'string'))).toEqual(twice)
})

it('gives each text in CSV and in a workbook, where nothing runs as a formula', async () => {
  const { client, run, source } = await runOfTexts()
  const csvs = [
    await client.get(`${run.links.results}?view=matches`, { Accept: 'text/csv' }),
    await client.get(`/api/v1/datasets/${source.id}/records`, { Accept: 'text/csv' }),
  ]
  for (const answer of csvs) {
    const cells = cellsOf(await answer.text())
    for (const text of naughtyTexts) expect(cells.map(plain), JSON.stringify(text)).toContain(plain(text))
    for (const cell of cells)
      expect(cell).not.toMatch(/^[\s\u200b]*[=+@\uff1d]|^-(?![\d.]+$)|[;\t\r\n][\s\u200b]*[=+@]/)
  }
  const workbook = await client.get(`${run.links.results}?view=matches`, { Accept: xlsx })
  const sheets = await readWorkbook(await bytesOf(workbook))
  const cells = sheets.flatMap(({ rows }) => rows.flat())
  for (const text of naughtyTexts) expect(cells, JSON.stringify(text)).toContain(text)
})

it('writes no text of a record into its log, whose lines are JSON', async () => {
  const { app, client, run } = await runOfTexts()
  await client.get(run.links.results)
  for (const line of app.logLines) {
    expect(JSON.stringify(JSON.parse(line))).toBe(line)
    for (const text of naughtyTexts.filter((each) => each.length > 9)) expect(line).not.toContain(text)
  }
})

it.each(loneSurrogates)('refuses %s, which is no text', async (surrogate) => {
  const { client } = await createTestApp().newTenant()
  const body = `{"name":"${surrogate}","adapter":"bank:a","records":[]}`
  const answer = client.post('/api/v1/datasets', body, { 'Content-Type': 'application/json' })
  expect((await problemOf(answer)).code).toBe('malformed_json')
})

it.each<[string, Scene]>(
  eachOf(
    3,
    Object.entries(everyScene).filter(([name]) => name in requestExamples),
  ),
)('%s takes any text in its fields, or says what is wrong with it', async (_, scene) => {
  const app = createTestApp({ env: { OIDC_ISSUERS: issuerLines.join('\n') } })
  const tenant = await app.newTenant()
  const { method, path, by, headers, body } = await scene(app, tenant)
  if (typeof body !== 'string' || !body.startsWith('{')) return
  const client = app.clientWith(by ?? { 'X-API-Key': tenant.secret })
  for (const [number, at] of textsIn(JSON.parse(body)).entries()) {
    figures.places += 1
    for (const text of eachOf(naughtyTexts.length, turned(naughtyTexts, 7 * number))) {
      figures.requests += 1
      const own = { ...headers, 'Idempotency-Key': `n-${number}-${figures.requests}` }
      const answer = await client.send(path, { method, headers: own, body: replaced(body, at, text) })
      expect(answer.status, `${at.join('/')} ${JSON.stringify(text)}`).toBeLessThan(500)
      const given = answer.ok ? memberAt(await answer.json<unknown>(), at) : undefined
      if (typeof given === 'string') expect(given).toBe(text)
    }
  }
})

it('says how much was tried', (context) => {
  notePromise(context, {
    property: `naughty: ${naughtyTexts.length} texts in each field, and out by each export`,
    wanted: 'the bytes come back, nothing runs as a formula, and no 5xx',
    reached: `${figures.requests} requests for ${figures.places} fields, 6 exports`,
  })
  expect(figures.places).toBeGreaterThan(0)
})

const ndjson = { Accept: 'application/x-ndjson' }
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The cells of a CSV, whose text may have lines. */
const cellsOf = (csv: string): readonly string[] =>
  [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )

/** Without the apostrophes that keep a cell from running. */
const plain = (text: string): string => text.replaceAll("'", '')

type Path = readonly (string | number)[]

/** Where a JSON value has texts. */
function textsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
}

const memberAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

function replaced(body: string, path: Path, text: string): string {
  const copy: unknown = JSON.parse(body)
  const parent = memberAt(copy, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) ?? ''] = text
  return JSON.stringify(copy)
}

const turned = <Item>(items: readonly Item[], by: number): readonly Item[] => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
]
