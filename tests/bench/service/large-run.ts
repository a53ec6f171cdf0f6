import type { Client } from '../../../functions/client/index.ts'
import { type Figure, millisecondsOf, pairText } from './figure.ts'
import { makeTwoSides, rulesOfSides } from './two-sides.ts'

const [recordCount, roundCount] = [20_000, 5]

/** The whole request of a run of 20,000 records a side. */
export async function measureLargeRun(client: Client, seed: number): Promise<Figure> {
  const sides = makeTwoSides(recordCount, seed)
  await upload(client, 'psp:large', sides.source)
  await upload(client, 'ledger:large', sides.target)
  const milliseconds = await millisecondsOf(roundCount, async () => {
    const request = { name: 'large', sourceAdapter: 'psp:large', targetAdapter: 'ledger:large', rules: rulesOfSides }
    const { summary } = await client.runs.create(request)
    if (summary?.matchCount !== sides.matchCount)
      throw new Error(`${summary?.matchCount} matches, wanted ${sides.matchCount}`)
  })
  return { what: `POST /runs, ${pairText(recordCount)}`, milliseconds }
}

const upload = (client: Client, adapter: string, content: string): Promise<unknown> =>
  client.datasets.uploadExport({ name: 'large', adapter, mediaType: 'text/csv', content })
