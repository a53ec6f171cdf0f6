import { createClient } from '../../functions/local/client.ts'
import type { RunRecord } from '../../schema/run.ts'
import { copyOfProject } from '../support/node/copy-of-project.ts'
import { freePort, startNpm } from '../support/node/npm-script.ts'
import { makeTwoSides } from './two-sides.ts'

/**
 * `npm run bench`: uploads two exports of 10,000 records to a local Worker and reconciles them, over HTTP as a client
 * would, and prints the medians. A round counts only when it finds every match that the generator put in.
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

const sides = makeTwoSides(recordCount, seed)
const project = copyOfProject()
const port = await freePort()
const server = startNpm(project.path, 'start', '--', '--no-demo', '--port', String(port))
try {
  await server.line(/^ready on /)
  const key = (await server.line(/^X-API-Key: /)).slice('X-API-Key: '.length)
  const client = createClient(`http://127.0.0.1:${port}`, { 'X-API-Key': key })
  const encode = (text: string) => ({ mediaType: 'text/csv', bytes: new TextEncoder().encode(text) })

  const rounds: number[][] = []
  for (let round = 0; round < roundCount; round++) {
    const startedAt = performance.now()
    await client.post('/datasets?name=source&adapter=psp&format=csv', encode(sides.source))
    await client.post('/datasets?name=target&adapter=ledger&format=csv', encode(sides.target))
    const uploadedAt = performance.now()
    const run = await client.post<RunRecord>('/runs', {
      json: { name: `round ${round}`, sourceAdapter: 'psp', targetAdapter: 'ledger', rules },
    })
    const endedAt = performance.now()
    const matchCount = run.summary?.matchCount
    if (matchCount !== sides.matchCount) throw new Error(`${matchCount} matches, wanted ${sides.matchCount}`)
    rounds.push([uploadedAt - startedAt, endedAt - uploadedAt, endedAt - startedAt])
  }
  console.log(`${recordCount} + ${recordCount} records, seed ${seed}, ${roundCount} rounds, Node ${process.version}`)
  for (const [column, name] of ['upload both', 'run', 'together'].entries()) {
    const times = rounds.map((round) => round[column] ?? 0).sort((a, b) => a - b)
    const [least, median, most] = [times[0], times[times.length >> 1], times.at(-1)].map((time = 0) => time.toFixed(0))
    console.log(`${name.padEnd(12)} median ${median} ms (${least} to ${most})`)
  }
} finally {
  server.signal('SIGTERM')
  await server.ended
  project.remove()
}
