import { workbookType } from '../../../functions/audit/workbook/workbook.ts'
import { AlteredLinesError } from '../../../functions/service/store/altered-lines.ts'
import type { RunRecord } from '../../../schema/run.ts'
import type { Client } from './client.ts'
import { operatorOf } from './operator.ts'

/** Everything that reads stored lines of a run and of its datasets, asked through the whole Worker. */

export type Artifact = 'source' | 'target' | 'matches' | 'breaks'

interface Asked {
  readonly client: Client
  readonly run: RunRecord
  readonly tenantId: string
}

export interface LineReader {
  readonly name: string
  /** The artifacts that it reads in full. */
  readonly reads: readonly Artifact[]
  /** What became of it: see `outcomeOf`. */
  readonly ask: (asked: Asked) => Promise<string>
}

const accept = { csv: 'text/csv', ndjson: 'application/x-ndjson', xlsx: workbookType }

/** How the detail of a problem says what is not as it was stored. */
const saysWhat =
  /^(Chunk \d+ of|The (view|dataset|result|totals|stored) |A line of|Part \d+ of|What is stored of this run)/

/** Whether an answer was whole: its problem's code, `breaks off` for a body that ends with an error, or its bytes. */
async function outcomeOf(answer: Promise<Response>): Promise<string> {
  const response = await answer.catch((error) => {
    if (error instanceof AlteredLinesError) return undefined
    throw error
  })
  const bytes = await response?.arrayBuffer().catch(() => undefined)
  if (response === undefined || bytes === undefined) return 'breaks off'
  const text = new TextDecoder().decode(bytes)
  if (response.ok) return text
  const { code, detail }: { code: string; detail: string } = JSON.parse(text)
  return saysWhat.test(detail) ? code : `${code}: ${detail}`
}

/** All pages of a list, one after another. */
async function pagesOf(client: Client, path: string): Promise<string> {
  let outcome = ''
  for (let cursor = ''; ; ) {
    const separator = path.includes('?') ? '&' : '?'
    const page = await outcomeOf(client.get(`${path}${cursor && `${separator}cursor=${cursor}`}`))
    if (!page.startsWith('{')) return page
    outcome += page
    const { next_cursor, nextCursor = next_cursor } = JSON.parse(page)
    if (nextCursor === null) return outcome
    cursor = nextCursor
  }
}

const records = ({ run }: Asked, side: 'source' | 'target' = 'source') =>
  `/api/v1/datasets/${run[side].datasetId}/records`

const reader = (name: string, reads: readonly Artifact[], ask: LineReader['ask']): LineReader => ({ name, reads, ask })

const recordReaders = (['source', 'target'] as const).flatMap((side) => [
  reader(`pages of the ${side}`, [side], (asked) => pagesOf(asked.client, records(asked, side))),
  reader(`small pages of the ${side}`, [side], (asked) => pagesOf(asked.client, `${records(asked, side)}?limit=1`)),
  ...(['ndjson', 'csv'] as const).map((type) =>
    reader(`${type} of the ${side}`, [side], (asked) =>
      outcomeOf(asked.client.get(records(asked, side), { Accept: accept[type] })),
    ),
  ),
  reader(`a record that the ${side} does not have`, [side], (asked) =>
    outcomeOf(asked.client.get(`${records(asked, side)}?id=nobody`)),
  ),
])

const viewReaders = (['matches', 'breaks'] as const).flatMap((view) => {
  const path = ({ run }: Asked) => `${run.links.results}?view=${view}`
  const filter = view === 'matches' ? '&rule=near' : '&reason=missing_in_target'
  return [
    reader(`pages of the ${view}`, [view], (asked) => pagesOf(asked.client, path(asked))),
    reader(`small pages of the ${view}`, [view], (asked) => pagesOf(asked.client, `${path(asked)}&limit=1`)),
    reader(`ndjson of the ${view}`, [view], (asked) =>
      outcomeOf(asked.client.get(path(asked), { Accept: accept.ndjson })),
    ),
    reader(`filtered pages of the ${view}`, [], (asked) => pagesOf(asked.client, `${path(asked)}${filter}`)),
    reader(`filtered small pages of the ${view}`, [], (asked) =>
      pagesOf(asked.client, `${path(asked)}${filter}&limit=1`),
    ),
    ...(['ndjson', 'csv', 'xlsx'] as const).map((type) =>
      reader(`filtered ${type} of the ${view}`, [], (asked) =>
        outcomeOf(asked.client.get(`${path(asked)}${filter}`, { Accept: accept[type] })),
      ),
    ),
    ...(['csv', 'xlsx'] as const).map((type) =>
      reader(`${type} of the ${view}`, [view, 'source', 'target'], (asked) =>
        outcomeOf(asked.client.get(path(asked), { Accept: accept[type] })),
      ),
    ),
  ]
})

const all = ['source', 'target', 'matches', 'breaks'] as const
const explorer = ({ run }: Asked, name: string) => `${run.links.self}/trust-explorer/${name}`

/** The code with which a run failed. */
const failureOf = (text: string): string => {
  const body = JSON.parse(text.startsWith('{') ? text : 'null')
  return (body?.run ?? body)?.failure?.code ?? text
}

export const lineReaders: readonly LineReader[] = [
  ...recordReaders,
  ...viewReaders,
  reader('the pack', all, ({ client, run }) => outcomeOf(client.get(`${run.links.evidence}?format=zip`))),
  reader('the proof of a line', ['matches'], ({ client, run }) =>
    outcomeOf(client.get(`${run.links.evidence}?leaf=1`)),
  ),
  reader('the lineage of a record', ['source', 'matches', 'breaks'], (asked) =>
    outcomeOf(asked.client.get(explorer(asked, 'traceArtifactLineage?artifact=source:s2'))),
  ),
  reader('the execution graph', ['source', 'target'], (asked) =>
    outcomeOf(asked.client.get(explorer(asked, 'getExecutionGraph'))),
  ),
  reader('the impact of rules', ['source', 'target'], (asked) =>
    outcomeOf(asked.client.get(explorer(asked, 'findPolicyImpact'))),
  ),
  reader('the export of the tenant', all, ({ tenantId }) =>
    outcomeOf(operatorOf().client.get(`/api/v1/admin/export?tenant=${tenantId}`)),
  ),
  reader('a proposal of rules', ['source', 'target'], ({ client, run }) =>
    outcomeOf(
      client.post('/api/v1/policies/propose', { sourceAdapter: run.sourceAdapter, targetAdapter: run.targetAdapter }),
    ),
  ),
  reader('a new run', ['source', 'target'], async ({ client, run }) => {
    const { sourceAdapter, targetAdapter, rules } = run
    return failureOf(
      await outcomeOf(client.post('/api/v1/runs', { name: 'Again', sourceAdapter, targetAdapter, rules })),
    )
  }),
  reader('a replay', ['source', 'target'], async ({ client, run }) =>
    failureOf(await outcomeOf(client.post(run.links.replay))),
  ),
]
