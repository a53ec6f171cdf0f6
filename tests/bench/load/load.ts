import { parseArgs } from 'node:util'
import type { Client } from '../../../functions/client/index.ts'
import { spreadOf, tableText, wholeText } from '../figures.ts'
import { commitText, machineText } from '../machine.ts'
import { type InspectedWorker, serveInspected } from '../memory/inspected-worker.ts'
import { liveBytes } from '../memory/watch-isolate.ts'
import { pairText } from '../service/figure.ts'
import { makeTwoSides, rulesOfSides } from '../service/two-sides.ts'
import { writeSection } from '../write-document.ts'
import { type Answered, askWithoutPause, clientCount, within } from './ask-without-pause.ts'
import { serveFloor } from './serve-floor.ts'

/**
 * `npm run load`: how many runs a second the Worker makes and reads for eight clients, beside a Worker that only makes as
 * many calls of its stores, and whether its memory stays as it is meanwhile. Both run in workerd without wrangler's proxy.
 *
 *     --seconds 5               how long each of three rounds of each kind takes
 *     --minutes 5               how long the memory is watched
 *     --write docs/benchmarks.md
 */

const roundCount = 3
const recordCount = 1_000
/** D1 round trips of a run, whatever its records, and R2 calls of its seal; and the round trip that reads it. */
const callsOfCreate = { trips: 6, objects: 6 }
const callsOfRead = { trips: 1, rows: 0, objects: 0 }

const emptyRun = { name: 'empty', sourceAdapter: 'erp', targetAdapter: 'psp', rules: [] }
const create = (client: Client) => client.runs.create(emptyRun)

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
const floor = await serveFloor()
try {
  const rates = await measureRates(Number(values.seconds))
  const memory = await watchMemory(Number(values.minutes))
  const text = ['### Load', about.map((line) => `- ${line}`).join('\n'), rates, memory].join('\n\n')
  console.log(text)
  if (values.write !== undefined) writeSection(values.write, text)
} finally {
  await floor.stop()
  await worker.stop()
}

/** The rates of both Workers, which take turns. */
async function measureRates(seconds: number): Promise<string> {
  const { client } = await worker.newTenant()
  const { id } = await create(client)
  const rowsOfEmpty = rowsOfLastRun(worker)
  const small = await smallRun(client)
  await client.runs.create(small)
  const rowsOfSmall = rowsOfLastRun(worker)
  const kinds = [
    {
      what: 'POST /runs, without records',
      work: () => create(client),
      calls: { ...callsOfCreate, rows: rowsOfEmpty },
    },
    {
      what: `POST /runs, ${pairText(recordCount)}`,
      work: () => client.runs.create(small),
      calls: { ...callsOfCreate, rows: rowsOfSmall },
    },
    { what: 'GET /runs/{id}', work: () => client.runs.get(id), calls: callsOfRead },
  ]
  const rows: string[][] = []
  for (const { what, work, calls } of kinds) {
    const query = Object.entries(calls)
      .map(([name, count]) => `${name}=${count}`)
      .join('&')
    const floorWork = async () => (await fetch(new URL(`/?${query}`, floor.origin))).json()
    await askWithoutPause(1, work)
    await askWithoutPause(1, floorWork)
    const rounds: { readonly own: Answered; readonly least: Answered }[] = []
    for (let round = 0; round < roundCount; round += 1)
      rounds.push({ least: await askWithoutPause(seconds, floorWork), own: await askWithoutPause(seconds, work) })
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

/** The rows that the newest logged request to make a run has stored. Half of those written are entries of indexes. */
function rowsOfLastRun({ log }: InspectedWorker): number {
  const line = log()
    .split('\n')
    .findLast((each) => each.includes('"method":"POST"') && each.includes('/runs"'))
  if (line === undefined) throw new Error('The Worker logged no run')
  return Math.round(Number(JSON.parse(line).rowsWritten) / 2)
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
