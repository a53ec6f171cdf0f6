import { client } from './client/client.gen.ts'
import { createDataset, createRun, getEvidence, listResults } from './client/index.ts'
import { rows, source, target } from './sides.ts'

/** The reasons of the breaks of a run, and whether its evidence names the run. */
export async function reconcile(baseUrl: string, key: string): Promise<readonly string[]> {
  client.setConfig({ baseUrl, headers: { 'X-API-Key': key } })
  await createDataset({ body: source })
  await createDataset({ body: target })
  await createDataset({ body: rows })
  const { data: run, error } = await createRun({
    body: {
      name: 'March',
      sourceAdapter: source.adapter,
      targetAdapter: target.adapter,
      rules: [
        {
          id: 'reference',
          match: [
            { field: 'reference', normalize: ['upper', 'alphanumeric'] },
            { field: 'amount' },
            { field: 'date', days: 2 },
          ],
        },
      ],
    },
  })
  if (run === undefined) throw new Error(`${error.code}: ${error.detail}`)
  const path = { id: run.id }
  const { data: page } = await listResults({ path, query: { view: 'breaks' } })
  const { data: evidence } = await getEvidence({ path })
  const amount: string | undefined = run.summary?.amounts['EUR']?.sourceOpen
  const reasons = page?.breaks.map(({ reason, failed }) => `${reason} ${failed?.needs?.tolerance ?? ''}`) ?? []
  return [...reasons, amount ?? '', evidence?.runId ?? '']
}
