import createClient from 'openapi-fetch'
import type { paths } from './client.ts'
import { rows, source, target } from './sides.ts'

/** The reasons of the breaks of a run, and whether its evidence names the run. */
export async function reconcile(baseUrl: string, key: string): Promise<readonly string[]> {
  type Media = 'application/json' | 'application/problem+json'
  const client = createClient<paths, Media>({ baseUrl, headers: { 'X-API-Key': key } })
  await client.POST('/api/v1/datasets', { body: source })
  await client.POST('/api/v1/datasets', { body: target })
  await client.POST('/api/v1/datasets', { body: rows })
  const { data: run, error } = await client.POST('/api/v1/runs', {
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
  const { data: page } = await client.GET('/api/v1/runs/{id}/results', { params: { path, query: { view: 'breaks' } } })
  const { data: evidence } = await client.GET('/api/v1/runs/{id}/evidence', { params: { path } })
  const amount: string | undefined = run.summary?.amounts['EUR']?.sourceOpen
  const reasons = page?.breaks.map(({ reason, failed }) => `${reason} ${failed?.needs?.tolerance ?? ''}`) ?? []
  return [...reasons, amount ?? '', evidence?.runId ?? '']
}
