import type { Client } from '../../../functions/client/index.ts'
import { pairText } from './figure.ts'
import { makeTwoSides, rulesOfSides } from './two-sides.ts'

/** How often a second the Worker does something for several clients at once. */
export interface Rate {
  readonly what: string
  readonly perSecond: number
}

const recordCount = 1000
const clientCount = 8
const seconds = 5

/**
 * Uploads two exports of 1,000 records, and measures how many runs of them a second are made, each one whole before its
 * answer, and how often one is read. Eight clients ask without a pause, for 5 seconds each.
 */
export async function measureRates(client: Client, seed: number): Promise<readonly Rate[]> {
  const sides = makeTwoSides(recordCount, seed)
  for (const [name, adapter] of [
    ['source', 'psp:small'],
    ['target', 'ledger:small'],
  ] as const) {
    const content = sides[name]
    await client.datasets.uploadExport({ name: `small-${name}`, adapter, mediaType: 'text/csv', content })
  }
  const request = { name: 'small', sourceAdapter: 'psp:small', targetAdapter: 'ledger:small', rules: rulesOfSides }
  const create = () => client.runs.create(request)
  const { id, summary } = await create()
  if (summary?.matchCount !== sides.matchCount)
    throw new Error(`${summary?.matchCount} matches, wanted ${sides.matchCount}`)
  const read = () => client.runs.get(id)
  return [
    { what: `POST /runs, ${pairText(recordCount)}`, perSecond: await rateOf(create) },
    { what: 'GET /runs/{id}', perSecond: await rateOf(read) },
  ]
}

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let count = 0
  const repeat = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: clientCount }, repeat))
  return count / ((performance.now() - startedAt) / 1000)
}
