import { createDataset, createRun, getEvidence, listResults } from './client.ts'
import { rows, source, target } from './sides.ts'

/** The reasons of the breaks of a run, and whether its evidence names the run. */
export async function reconcile(key: string): Promise<readonly string[]> {
  const options = { headers: { 'X-API-Key': key } }
  await createDataset(source, undefined, options)
  await createDataset(target, undefined, options)
  await createDataset(rows, undefined, options)
  const answer = await createRun(
    {
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
    options,
  )
  if (answer.status !== 201 && answer.status !== 202) throw new Error(`${answer.data.code}: ${answer.data.detail}`)
  const run = answer.data
  const page = await listResults(run.id, { view: 'breaks' }, options)
  const evidence = await getEvidence(run.id, undefined, options)
  if (page.status !== 200 || evidence.status !== 200) throw new Error('A completed run has results and evidence')
  const amount: string | undefined = run.summary?.amounts['EUR']?.sourceOpen
  const reasons = page.data.breaks.map(({ reason, failed }) => `${reason} ${failed?.needs?.tolerance ?? ''}`)
  return [...reasons, amount ?? '', evidence.data.runId]
}
