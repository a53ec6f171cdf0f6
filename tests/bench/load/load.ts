import { parseArgs } from 'node:util'
import type { Client } from '../../../functions/client/index.ts'
import { spreadOf, tableText, wholeText } from '../figures.ts'
import { commitText, machineText } from '../machine.ts'
import { serveInspected } from '../memory/inspected-worker.ts'
import { liveBytes } from '../memory/watch-isolate.ts'
import { pairText } from '../service/figure.ts'
import { makeTwoSides, rulesOfSides } from '../service/two-sides.ts'
import { writeSection } from '../write-document.ts'
import { type Answered, askWithoutPause, clientCount, within } from './ask-without-pause.ts'
import { serveFloor } from './serve-floor.ts'

/**
 * `npm run load`: how many runs a second the Worker makes and reads for eight clients, beside a Worker that only makes as
 * many calls of the platform, and whether its memory stays as it is meanwhile. Both run in workerd without wrangler's proxy,
 * with the same bindings, and are asked by the same means.
 *
 *     --seconds 5               how long each of three rounds of each kind takes
 *     --minutes 5               how long the memory is watched
 *     --write docs/benchmarks.md
 */

const roundCount = 3
const recordCount = 1_000
/**
 * Reads and writes of a run's batches in D1, whatever its records, and the R2 calls of its seal and of its own publication,
 * which runs that are made at the same time share; and the read of a run.
 */
const callsOfCreate = 'batches=4:0,0:2,2:1,5:2,1:7&puts=1,2,1'
const callsOfRead = 'batches=1:0'

/** Of kinds that have no dataset. */
const emptyRun = { name: 'empty', sourceAdapter: 'erp', targetAdapter: 'bank', rules: [] }
const create = (client: Client) => client.runs.create(emptyRun)

/** A request as both Workers get it. */
interface Asked {
  readonly path: string
  readonly apiKey: string
  /** Of a POST. */
  readonly body?: unknown
}

async function ask(origin: URL, { path, apiKey, body }: Asked): Promise<unknown> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(new URL(path, origin), { headers, ...sent })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '5' },
    write: { type: 'string' },
  },
})
const about = [
  `\`npm run load -- --seconds ${values.seconds} --minutes ${values.minutes}\``,
  `${machineText()}, ${commitText()}`,
  `Node ${process.version}, ${clientCount} clients`,
]
const worker = await serveInspected()
try {
  const rates = await measureRates(Number(values.seconds))
  const memory = await watchMemory(Number(values.minutes))
  const text = ['### Load', about.map((line) => `- ${line}`).join('\n'), rates, memory].join('\n\n')
  console.log(text)
  if (values.write !== undefined) writeSection(values.write, text)
} finally {
  await worker.stop()
}

/** The rates of both Workers, which take turns. */
async function measureRates(seconds: number): Promise<string> {
  const { client, apiKey } = await worker.newTenant()
  const { id } = await create(client)
  const small = await smallRun(client)
  const path = '/api/v1/runs'
  const kinds = [
    {
      what: 'POST /runs, without records',
      asked: { path, apiKey, body: emptyRun },
      calls: callsOfCreate,
    },
    {
      what: `POST /runs, ${pairText(recordCount)}`,
      asked: { path, apiKey, body: small },
      calls: callsOfCreate,
    },
    { what: 'GET /runs/{id}', asked: { path: `${path}/${id}`, apiKey }, calls: callsOfRead },
  ]
  const floor = await serveFloor(worker, id)
  const rows: string[][] = []
  for (const { what, asked, calls } of kinds) {
    const ownWork = () => ask(worker.origin, asked)
    const floorWork = () => ask(floor.origin, { ...asked, path: `/floor?id=${id}&${calls}` })
    await askWithoutPause(1, ownWork)
    await askWithoutPause(1, floorWork)
    const rounds: { readonly own: Answered; readonly least: Answered }[] = []
    for (let round = 0; round < roundCount; round += 1)
      rounds.push({ least: await askWithoutPause(seconds, floorWork), own: await askWithoutPause(seconds, ownWork) })
    const median = (read: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(read)).median
    rows.push([
      what,
      wholeText(median(({ own }) => own.perSecond)),
      wholeText(median(({ own }) => within(own, 0.5))),
      wholeText(median(({ own }) => within(own, 0.99))),
      wholeText(median(({ least }) => least.perSecond)),
      `${wholeText(median(({ own, least }) => (100 * own.perSecond) / least.perSecond))} %`,
    ])
  }
  await floor.stop()
  return tableText(['what', 'a second', 'median ms', 'p99 ms', 'floor a second', 'of the floor'], rows)
}

/** Uploads both sides. Returns what a run of them asks. */
async function smallRun(client: Client) {
  const { source, target } = makeTwoSides(recordCount, 1)
  const upload = (adapter: string, content: string) =>
    client.datasets.uploadExport({ name: adapter, adapter, mediaType: 'text/csv', content })
  await upload('psp:small', source)
  await upload('ledger:small', target)
  return { name: 'small', sourceAdapter: 'psp:small', targetAdapter: 'ledger:small', rules: rulesOfSides }
}

/** The live memory of the isolate at the end of each minute of reads and writes. */
async function watchMemory(minutes: number): Promise<string> {
  const { client } = await worker.newTenant()
  const rows: string[][] = []
  for (let minute = 0; minute <= minutes; minute += 1) {
    const { perSecond } = await askWithoutPause(minute === 0 ? 5 : 60, async () =>
      client.runs.get((await create(client)).id),
    )
    rows.push([String(minute), wholeText(perSecond), ((await liveBytes(worker)) / 1e6).toFixed(1)])
  }
  return tableText(['minute', 'runs made and read a second', 'live MB'], rows)
}
