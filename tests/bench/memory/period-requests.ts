import type { Client, PeriodRecord } from '../../../functions/client/index.ts'
import { rulesOfSides } from '../service/two-sides.ts'
import { lengthOf, said, uploadSides, type WatchedRequest } from './run-requests.ts'

/** Leaves a tenth of the records open. */
const rules = rulesOfSides.slice(0, 1)

/** Decisions that are made, in batches of as many as a request takes. */
const [decisionCount, batchCount] = [2_000, 1_000]

/** A period of the two sides of `recordCount` records each, which reads them and is not run yet. */
export async function beginLargePeriod(client: Client, name: string, recordCount: number): Promise<PeriodRecord> {
  const datasetIds = await uploadSides(client, name, recordCount)
  const { id } = await client.reconciliations.create({
    name,
    source: { adapter: `psp:${name}` },
    target: { adapter: `ledger:${name}` },
    rules,
  })
  const period = await client.reconciliations.beginPeriod(id, { first: '2026-03-01' })
  await client.periods.addDataset(period.id, { datasetId: datasetIds.source, side: 'source' })
  return client.periods.addDataset(period.id, { datasetId: datasetIds.target, side: 'target' })
}

/** What is asked of a period, the first request of which runs it. */
export function requestsOfPeriod({ id }: PeriodRecord): readonly WatchedRequest[] {
  return [
    { name: 'period, its run', work: async (client) => (await client.periods.run(id)).status },
    {
      name: `period, ${decisionCount} decisions`,
      work: async (client) => {
        const items = await firstItems(client, id, decisionCount)
        for (let start = 0; start < items.length; start += batchCount) {
          const { revision } = await client.periods.get(id)
          const carried = items.slice(start, start + batchCount).map(({ name }) => ({ ...carry, items: [name] }))
          await client.periods.decide({ id, revision }, carried)
        }
        return `${items.length} items`
      },
    },
    { name: 'period, its run after the decisions', work: async (client) => (await client.periods.run(id)).status },
    { name: 'period, a page of its items', work: async (client) => `${(await firstItems(client, id)).length} items` },
    {
      name: 'period, a decision',
      work: async (client) => {
        const [item] = await firstItems(client, id)
        if (item === undefined) throw new Error('The period has no open item')
        const { revision } = await client.periods.get(id)
        const flag = { kind: 'flag' as const, items: [item.name] }
        return said(await client.periods.decide({ id, revision }, [flag]))
      },
    },
    { name: 'period, its report', work: async (client) => said(await client.periods.report(id)) },
    { name: 'period, its state computed anew', work: async (client) => said(await client.periods.verify(id)) },
    { name: 'period, its pack', work: (client) => lengthOf(client.periods.evidencePack(id)) },
  ]
}

const carry = { kind: 'carry', reason: 'in transit', expected: '2026-12-31' } as const

async function firstItems(client: Client, id: string, count = 50) {
  const items = []
  for await (const item of client.periods.items(id, { limit: Math.min(count, 200) }))
    if (items.push(item) === count) break
  return items
}
