import type { Client } from '../../../functions/client/index.ts'
import { type Figure, pairText } from './figure.ts'
import { makeTwoSides, rulesOfSides, type TwoSides } from './two-sides.ts'

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
  const upload = (name: 'source' | 'target', adapter: string) =>
    client.datasets.uploadExport({ name, adapter, mediaType: 'text/csv', content: sides[name] })
  const run = await timed('upload and run', async () => {
    await timed('upload of both', async () => {
      await upload('source', 'psp:round')
      return upload('target', 'ledger:round')
    })
    const request = { name: 'round', sourceAdapter: 'psp:round', targetAdapter: 'ledger:round', rules: rulesOfSides }
    return timed('POST /runs', () => client.runs.create(request))
  })
  const matchCount = run.summary?.matchCount
  if (matchCount !== sides.matchCount) throw new Error(`${matchCount} matches, wanted ${sides.matchCount}`)
  await timed('verifyProofChain', () => client.explain.verifyProofChain(run.id))
  await timed('getExecutionGraph', () => client.explain.executionGraph(run.id))
  await timed('traceArtifactLineage', () => client.explain.lineage(run.id, 'source:s9000'))
  await timed('findPolicyImpact', () => client.explain.policyImpact(run.id))
  const { replay } = await timed('replay', () => client.runs.replay(run.id))
  if (!replay.identical) throw new Error('The replay came to another result')
  await timed('replay of one rule', () => client.runs.replay(run.id, { rules: rulesOfSides.slice(0, 1) }))
}
