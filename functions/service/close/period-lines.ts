import { linesOf } from '@tallystick/engine/base'
import { type AddedDataset, distinctStatements, type SideStatement, sideStatementOf } from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import { storedStatements } from '@tallystick/schema/dataset'
import { side } from '@tallystick/schema/values'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { inlineRecordCountMaxOf, reasonOfLimit } from '../platform/record-limit.ts'
import { executorOf } from '../runs/executor.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { readDatasets } from '../store/side-by-side.ts'

export interface PeriodLines {
  /** In order of upload. */
  readonly datasets: readonly AddedDataset[]
  readonly statements: readonly SideStatement[]
}

/** The records of all datasets that a period reads. Throws `run_too_large` for more than a request holds. */
export async function readPeriodLines(c: Context<AppEnv>, { tenantId, id }: PeriodRow): Promise<PeriodLines> {
  const access = executorOf(c)
  const store = periodStore(access.db)
  const [read, rows] = await access.db.batch([store.datasets(tenantId, id), store.datasetRows(tenantId, id)])
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const found = read.map(({ datasetId, side: own }) => {
    const row = rowsById.get(datasetId)
    if (row === undefined) throw recordsAltered(`The dataset ${datasetId} of the period is gone.`)
    return { ...row, side: side.parse(own), texts: [] as string[] }
  })
  await refuseTooLarge(c, found)
  try {
    await readDatasets(
      access,
      tenantId,
      found.map(({ id: datasetId, recordCount, texts }) => ({
        datasetId: recordCount === 0 ? null : datasetId,
        recordCount,
        first: undefined,
        take: (text) => void texts.push(text),
      })),
    )
  } catch (error) {
    if (error instanceof AlteredLinesError) throw recordsAltered(error.message)
    throw error
  }
  return {
    datasets: found.map(({ side: own, name, root, texts }) => {
      const lines = linesOf(texts.join(''))
      if (rootOfLines(sha256, lines) !== root) throw recordsAltered(`The dataset ${name} does not have its root.`)
      return { side: own, file: name, lines }
    }),
    statements: distinctStatements(
      found.flatMap(({ side: own, name, statements }) =>
        storedStatements
          .parse(statements === null ? [] : JSON.parse(statements))
          .flatMap((each, index) => sideStatementOf(each, { side: own, name: `${name} ${index + 1}` })),
      ),
    ),
  }
}

async function refuseTooLarge(
  c: Context<AppEnv>,
  found: readonly { readonly recordCount: number; readonly byteCount: number }[],
): Promise<void> {
  const recordCount = found.reduce((sum, each) => sum + each.recordCount, 0)
  const byteCount = found.reduce((sum, each) => sum + each.byteCount, 0)
  const recordCountMax = inlineRecordCountMaxOf(c.env, c.var.isolate)
  const { inlineByteCountMax } = c.var.isolate.runLimits
  if (recordCount > recordCountMax || byteCount > inlineByteCountMax)
    throw new ProblemError('run_too_large', {
      detail: `The datasets of the period have ${recordCount} records of ${byteCount} bytes, and a period takes at most ${recordCountMax} records of ${inlineByteCountMax} bytes${reasonOfLimit(recordCountMax)}`,
    })
  await c.var.memory.takeForRecords(recordCount)
}
