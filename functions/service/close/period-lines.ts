import { distinctStatements, type SideStatement, sideStatementOf } from '@tallystick/engine/close'
import { storedStatements } from '@tallystick/schema/dataset'
import type { PinnedPart } from '@tallystick/schema/json-columns'
import { side } from '@tallystick/schema/values'
import { recordsAltered } from '../http/altered.ts'
import type { Database } from '../store/database.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { PeriodDatasetRow } from '../store/period-datasets.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'

/** A dataset that a period reads. */
export type ReadDataset = Awaited<ReturnType<typeof datasetsOf>>[number]

/** What a period reads now, in order of upload. */
export const datasetsOf = async ({ db }: LineAccess, row: PeriodRow) =>
  datasetsAmong(await db.batch(readStatements(db, row)))

/** The statements for `datasetsAmong`. */
export const readStatements = (db: Database, { tenantId, id }: PeriodRow) =>
  [periodStore(db).datasets(tenantId, id), periodStore(db).datasetRows(tenantId, id)] as const

type ReadAnswers = readonly [read: readonly PeriodDatasetRow[], rows: readonly FoundDataset[]]
type FoundDataset = Awaited<ReturnType<ReturnType<typeof periodStore>['datasetRows']>>[number]

/** Throws `records_altered` where one of them is gone. */
export function datasetsAmong([read, rows]: ReadAnswers) {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return read.map(({ datasetId, side: own }) => {
    const row = rowsById.get(datasetId)
    if (row === undefined) throw recordsAltered(`The dataset ${datasetId} of the period is gone.`)
    return { ...row, side: side.parse(own) }
  })
}

/** The statements in the datasets. */
export const statementsOf = (datasets: readonly ReadDataset[]): readonly SideStatement[] =>
  distinctStatements(
    datasets.flatMap(({ side: own, name, statements }) =>
      storedStatements
        .parse(statements === null ? [] : JSON.parse(statements))
        .flatMap((each, index) => sideStatementOf(each, { side: own, name: `${name} ${index + 1}` })),
    ),
  )

/** Those of the datasets that are parts of a run. */
export const datasetsIn = (datasets: readonly ReadDataset[], parts: readonly PinnedPart[]): readonly ReadDataset[] =>
  datasets.filter(({ id }) => parts.some(({ datasetId }) => datasetId === id))
