import type { CellTaker, ElementTaker } from '../rows/cells.ts'
import type { RecordBuilder } from '../table/record-builder.ts'
import { createJsonCells } from './json-cells.ts'
import type { ScannedPlan } from './member-kinds.ts'

/** Read records directly from bytes, line by line or element by element. */
export interface JsonTakers {
  readonly lines: CellTaker
  readonly elements: ElementTaker
}

export function createJsonTakers(plan: ScannedPlan, builder: RecordBuilder): JsonTakers | undefined {
  const usual = builder.usual()
  if (usual === undefined) return undefined
  const { cells, open, scan, scanElement, isFolded } = createJsonCells(plan, usual.attributeNames)
  const { flush } = builder
  const takeTo = (end: number, line: number): number =>
    end >= 0 && builder.usual()?.takeCells(cells, line) === true ? end : -1
  return {
    lines: { open, flush, take: (start, line) => takeTo(scan(start), line) },
    elements: { open, flush, isFolded, take: (start, line) => takeTo(scanElement(start), line) },
  }
}
