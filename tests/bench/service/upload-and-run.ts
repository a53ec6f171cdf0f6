import type { Client } from '../../../functions/local/api-client.ts'
import type { ReplayReport } from '../../../schema/replay.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { type Figure, pairText } from './figure.ts'
import { makeTwoSides, rulesOfSides, type TwoSides } from './two-sides.ts'

interface Replay {
  readonly replay: ReplayReport
}

const [recordCount, roundCount] = [10_000, 7]

/**
 * Uploads two exports of 10,000 records, reconciles them, looks into the run and replays it, as a client would. A round
 * counts only when it finds every match that the generator put in, and its replay comes to the same bytes.
 */
export async function measureUploadAndRun(client: Client, seed: number): Promise<readonly Figure[]> {
  const sides = makeTwoSides(recordCount, seed)
  const millisecondsByStep = new Map<string, number[]>()
  const timed: Timed = async (step, work) => {
    const startedAt = performance.now()
    const result = await work()
    const milliseconds = performance.now() - startedAt
    millisecondsByStep.set(step, [...(millisecondsByStep.get(step) ?? []), milliseconds])
    return result
  }
  for (let count = 0; count < roundCount; count++) await round(client, sides, timed)
  return [...millisecondsByStep].map(([step, milliseconds]) => ({
    what: `${step}, ${pairText(recordCount)}`,
    milliseconds,
  }))
}

type Timed = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>

async function round(client: Client, sides: TwoSides, timed: Timed): Promise<void> {
  const encode = (text: string) => ({ mediaType: 'text/csv', bytes: new TextEncoder().encode(text) })
  const run = await timed('upload and run', async () => {
    await timed('upload of both', async () => {
      await client.post('/datasets?name=source&adapter=psp:round&format=csv', encode(sides.source))
      return client.post('/datasets?name=target&adapter=ledger:round&format=csv', encode(sides.target))
    })
    const request = { name: 'round', sourceAdapter: 'psp:round', targetAdapter: 'ledger:round', rules: rulesOfSides }
    return timed('POST /runs', () => client.post<RunRecord>('/runs', { json: request }))
  })
  const matchCount = run.summary?.matchCount
  if (matchCount !== sides.matchCount) throw new Error(`${matchCount} matches, wanted ${sides.matchCount}`)
  for (const look of ['verifyProofChain', 'getExecutionGraph', 'traceArtifactLineage', 'findPolicyImpact']) {
    const query = look === 'traceArtifactLineage' ? '?artifact=source:s9000' : ''
    await timed(look, () => client.get(`/runs/${run.id}/trust-explorer/${look}${query}`))
  }
  const { replay } = await timed('replay', () => client.post<Replay>(`/runs/${run.id}/replay`, { json: {} }))
  if (!replay.identical) throw new Error('The replay came to another result')
  const json = { rules: rulesOfSides.slice(0, 1) }
  await timed('replay of one rule', () => client.post(`/runs/${run.id}/replay`, { json }))
}
