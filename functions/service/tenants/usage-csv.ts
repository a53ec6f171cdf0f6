import { formatCsvRow } from '@tallystick/audit/report/csv-row'
import { utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { begun, streamOf } from '../http/stream.ts'
import { everyDatabaseOf, queries } from '../store/database.ts'
import { type UsageRow, usageStore } from '../store/usage-store.ts'
import { pagesOf } from './exported-lines.ts'

const columns = {
  month: ({ month }) => month,
  tenant: ({ tenantId }) => tenantId,
  name: ({ name }) => name ?? '',
  plan: ({ plan }) => plan ?? '',
  datasets: ({ datasetCount }) => String(datasetCount),
  datasetRecords: ({ datasetRecords }) => String(datasetRecords),
  datasetBytes: ({ datasetBytes }) => String(datasetBytes),
  runs: ({ runCount }) => String(runCount),
  completedRuns: ({ completedCount }) => String(completedCount),
  completedRecords: ({ completedRecords }) => String(completedRecords),
} satisfies { readonly [name: string]: (row: UsageRow) => string }

const rowCountAtOnce = 1_000

/** What each tenant made in each month, or in `month`, as CSV that is made while it is read. A query for 1,000 rows. */
export async function answerUsage(c: Context<AppEnv>, month: string | undefined): Promise<Response> {
  return new Response(streamOf(await begun(rowsOf(c, month))), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="usage${month === undefined ? '' : `-${month}`}.csv"`,
    },
  })
}

async function* rowsOf(c: Context<AppEnv>, month: string | undefined): AsyncGenerator<Uint8Array> {
  // The header comes with the first page: a fault of its query is then an answer of its own.
  let header = formatCsvRow(Object.keys(columns))
  for (const database of everyDatabaseOf(c.env)) {
    const store = usageStore(queries(database))
    const pages = pagesOf<Pick<UsageRow, 'tenantId' | 'month'>, UsageRow>(rowCountAtOnce, (after, limit) =>
      store.page({ after: after ?? { tenantId: '', month: '' }, month, limit }),
    )
    for await (const page of pages) {
      const rows = page.map((row) => formatCsvRow(Object.values(columns).map((cell) => cell(row))))
      yield utf8(header + rows.join(''))
      header = ''
    }
  }
  if (header !== '') yield utf8(header)
}
