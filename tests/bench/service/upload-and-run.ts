import { createClient } from '../../../functions/local/api-client.ts'
import type { ReplayReport } from '../../../schema/replay.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { copyOfProject } from '../../support/node/copy-of-project.ts'
import { freePort, startNpm } from '../../support/node/npm-script.ts'
import { measureRates } from './creates-and-reads.ts'
import { makeTwoSides } from './two-sides.ts'

/**
 * `npm run bench -- --service`: uploads two exports of 10,000 records to a local Worker, reconciles them, looks into the
 * run and replays it, over HTTP as a client would, and prints the medians; then how many small runs are made and read a
 * second. A round counts only when it finds every match that the generator put in, and its replay comes to the same bytes.
 */

const recordCount = 10_000
const seed = 20_261_120
const roundCount = 7
const rules = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] },
  {
    id: 'cents',
    match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }, { field: 'currency' }],
    variance: 'rounding',
  },
  {
    id: 'late',
    match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date', days: { before: 0, after: 1 } }],
  },
]

interface Replay {
  readonly replay: ReplayReport
}

const sides = makeTwoSides(recordCount, seed)
const project = copyOfProject()
const port = await freePort()
const server = startNpm(project.path, 'start', '--', '--no-demo', '--port', String(port))
try {
  await server.line(/^ready on /)
  const key = (await server.line(/^X-API-Key: /)).slice('X-API-Key: '.length)
  const client = createClient(`http://127.0.0.1:${port}`, { 'X-API-Key': key })
  const encode = (text: string) => ({ mediaType: 'text/csv', bytes: new TextEncoder().encode(text) })

  const millisecondsByStep = new Map<string, number[]>()
  const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work()
    millisecondsByStep.set(step, [...(millisecondsByStep.get(step) ?? []), performance.now() - startedAt])
    return result
  }
  const round = async (name: string): Promise<void> => {
    const run = await timed('together', async () => {
      await timed('upload both', async () => {
        await client.post('/datasets?name=source&adapter=psp&format=csv', encode(sides.source))
        await client.post('/datasets?name=target&adapter=ledger&format=csv', encode(sides.target))
      })
      const request = { name, sourceAdapter: 'psp', targetAdapter: 'ledger', rules }
      return timed('run', () => client.post<RunRecord>('/runs', { json: request }))
    })
    const matchCount = run.summary?.matchCount
    if (matchCount !== sides.matchCount) throw new Error(`${matchCount} matches, wanted ${sides.matchCount}`)
    const explorer = `/runs/${run.id}/trust-explorer`
    await timed('verifyProofChain', () => client.get(`${explorer}/verifyProofChain`))
    await timed('getExecutionGraph', () => client.get(`${explorer}/getExecutionGraph`))
    await timed('traceArtifactLineage', () => client.get(`${explorer}/traceArtifactLineage?artifact=source:s9000`))
    await timed('findPolicyImpact', () => client.get(`${explorer}/findPolicyImpact`))
    const { replay } = await timed('replay', () => client.post<Replay>(`/runs/${run.id}/replay`, { json: {} }))
    if (!replay.identical) throw new Error('The replay came to another result')
    await timed('what-if', () => client.post(`/runs/${run.id}/replay`, { json: { rules: rules.slice(0, 1) } }))
  }

  for (let count = 0; count < roundCount; count++) await round(`round ${count}`)
  console.log(`${recordCount} + ${recordCount} records, seed ${seed}, ${roundCount} rounds, Node ${process.version}`)
  for (const [step, milliseconds] of millisecondsByStep) {
    const times = milliseconds.sort((a, b) => a - b)
    const [least, median, most] = [times[0], times[times.length >> 1], times.at(-1)].map((time = 0) => time.toFixed(0))
    console.log(`${step.padEnd(20)} median ${median} ms (${least} to ${most})`)
  }
  for (const { what, perSecond } of await measureRates(client, { seed, rules }))
    console.log(`${what.padEnd(36)} ${perSecond.toFixed(1)} a second`)
} finally {
  server.signal('SIGTERM')
  await server.ended
  project.remove()
}
