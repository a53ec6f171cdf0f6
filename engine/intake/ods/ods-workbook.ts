import { createBacklog } from '../rows/backlog.ts'
import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { createCellBudget } from '../sheet/cell-budget.ts'
import type { Workbook } from '../sheet/sheet.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import { zipFault } from '../zip/zip-limits.ts'
import { readOdsContent } from './ods-content.ts'

const sheetCountMax = 1_000

/** Reads `content` once for the names of its tables, and again for one of them. */
export function* openOds(content: ZipFile): Steps<Workbook | Fault> {
  const tables: { readonly name: string; readonly isHidden: boolean; hasData: boolean }[] = []
  const fault = yield* readOdsContent(content, createCellBudget(), {
    open: (name, isHidden) => tables.push({ name, isHidden, hasData: false }) <= sheetCountMax,
    take() {
      const last = tables.at(-1)
      if (last !== undefined) last.hasData = true
      return false
    },
    isDone: () => tables.length > sheetCountMax,
    backlog: createBacklog(() => false),
  })
  if (fault !== undefined) return fault
  if (tables.length > sheetCountMax) return zipFault(`Got more than ${sheetCountMax} sheets, wanted at most that`)
  return {
    sheets: tables.map(({ name, isHidden, hasData }, wanted) => ({
      name,
      isHidden,
      *hasData() {
        yield
        return hasData
      },
      read({ take, backlog }) {
        let index = -1
        return readOdsContent(content, createCellBudget(), {
          open: () => ++index === wanted,
          take,
          isDone: () => index >= wanted,
          backlog,
        })
      },
    })),
  }
}
