import { type AttributeNames, createAttributeNames } from '../../record/attribute-names.ts'
import type { Cells } from './cells.ts'
import type { LineBatch } from './line-batch.ts'
import { createRowKernel, type RowKernel } from './row-kernel.ts'
import { type OpenRows, openRowModule } from './row-module.ts'
import type { UsualPlan } from './usual-plan.ts'

/** Reads the usual rows of a file by the module of rows; all others are left to the general reader. */
export interface UsualRows {
  readonly attributeNames: AttributeNames
  /** Takes usual rows of CSV from `start` on, and returns how many. */
  takeRows(bytes: Uint8Array, start: number, line: number): number
  /** Where the first row begins that `takeRows` left. */
  position(): number
  /** Takes a row whose cells have been found; false if the row is not usual. */
  takeCells(cells: Cells, line: number): boolean
  /** Hands on the records taken so far. */
  flush(): void
  /** Call it when another reader reads a row, since it learns from that row. */
  relearn(): void
}

interface UsualRowOptions {
  readonly rows: OpenRows
  /** Says how the file is read. */
  readonly declare: (plan: UsualPlan) => void
  readonly take: (batch: LineBatch) => void
}

export function createUsualRows({ rows, declare, take }: UsualRowOptions): UsualRows {
  const names = createAttributeNames()
  let kernel: RowKernel | undefined
  let isPlanned = false
  /** False for a file that is too wide for the module. */
  let isFit = true

  const flush = (): void => {
    if (kernel === undefined || kernel.count() === 0) return
    take(kernel.batch())
    kernel.clear()
  }
  /** The module with the plan of this file; undefined if the file is too wide for it. */
  const open = (): RowKernel | undefined => {
    if (!isFit) return undefined
    kernel ??= createRowKernel(openRowModule(rows()), names, declare)
    if (!isPlanned) isFit = kernel.plan()
    isPlanned = true
    return isFit ? kernel : undefined
  }
  const takeRows: UsualRows['takeRows'] = (bytes, start, line) => {
    const own = open()
    if (own === undefined) return 0
    if (!own.holds(bytes, start)) {
      flush()
      if (!own.load(bytes, start)) return 0
    }
    const before = own.count()
    const hasRoom = own.takeRows(start, line)
    const count = own.count() - before
    if (hasRoom) return count
    flush()
    // Earlier rows had filled the batch: the row is tried again in an empty one.
    return count > 0 ? count : takeRows(bytes, start, line)
  }
  return {
    attributeNames: names,
    takeRows,
    position: () => kernel?.position() ?? 0,
    takeCells(cells, line) {
      const own = open()
      if (own === undefined) return false
      const status = own.takeCells(cells, line)
      if (status !== 'full') return status === 'taken'
      flush()
      return own.takeCells(cells, line) === 'taken'
    },
    flush,
    relearn() {
      flush()
      isPlanned = false
    },
  }
}
