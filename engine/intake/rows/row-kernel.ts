import { at, uint32At } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import type { AttributeNames } from '../../record/attribute-names.ts'
import { createCellPlaces, createNameTable } from './cell-places.ts'
import type { Cells } from './cells.ts'
import { batchIn, type LineBatch } from './line-batch.ts'
import { createPlanWriter, type PlanWriter } from './plan-writer.ts'
import type { RowModule } from './row-module.ts'
import type { UsualPlan } from './usual-plan.ts'

export type RowKernel = ReturnType<typeof createRowKernel>
export type Status = 'taken' | 'unusual' | 'full'

const newline = 0x0a
const statuses = ['taken', 'unusual', 'asks', 'full'] as const

/** The module of rows with the plan of a file. */
export function createRowKernel(module: RowModule, names: AttributeNames, declare: (plan: UsualPlan) => void) {
  const { number } = module
  const batch = batchIn(module, names)
  const { text, ids, idPlaces } = batch
  const plan = createPlanWriter(module, names, declare)
  const asked = createAsk(module, plan)
  const learnNames = createNameTable(module, names)
  const { holds, load, forget, shift, last } = createInput(module)
  const putCells = createCellPlaces(module)
  return {
    /** Writes the plan; false if no row of the file is usual. */
    plan: (): boolean => plan.write() && learnNames(),
    holds,
    load,
    /** Takes rows of CSV from `start` on until one is not usual, or none is left. False if the batch is full. */
    takeRows(start: number, line: number): boolean {
      const count = number('count')
      let from = start + shift()
      const call = (): number => {
        const status = module.takeRows(from, last() + shift(), line + number('count') - count)
        from = number('position')
        return status
      }
      return asked(call) !== 'full'
    },
    /** Where the first row begins that `takeRows` left. */
    position: (): number => number('position') - shift(),
    takeCells(cells: Cells, line: number): Status {
      forget()
      if (!learnNames()) return 'unusual'
      if (!putCells.put(cells)) return 'full'
      module.setPlain(Number(cells.isPlain))
      const status = asked(() => module.takeCells(line, cells.nested.count))
      if (status === 'taken') putCells.keep()
      return status
    },
    count: (): number => number('count'),
    /** The records taken since `clear`. */
    batch(): LineBatch {
      batch.count = number('count')
      Object.assign(batch, { text, ids, idPlaces })
      measureLines(batch)
      return batch
    },
    clear(): void {
      module.clear()
      putCells.clear()
    },
  }
}

/** The part of a block of bytes that the module has as its input. */
function createInput(module: RowModule) {
  const [input, inputByteCount] = [module.number('input'), module.number('inputByteCount')]
  let held: Uint8Array | undefined
  let [first, last] = [0, 0]
  return {
    /** Whether the input has the row of `bytes` that begins at `start`. */
    holds: (bytes: Uint8Array, start: number): boolean => bytes === held && start >= first && start < last,
    /** Makes whole rows from `start` on the input. False if there is none that fits. Requires an empty batch. */
    load(bytes: Uint8Array, start: number): boolean {
      const end = endOfRows(bytes, start, inputByteCount)
      if (end <= start) return false
      module.bytes.set(bytes.subarray(start, end), input)
      module.forgetScan()
      held = bytes
      first = start
      last = end
      return true
    },
    forget() {
      held = undefined
    },
    /** From a position in the block to its address. */
    shift: () => input - first,
    last: () => last,
  }
}

/** Where the last row ends that is whole within `byteCount` bytes. */
const endOfRows = (bytes: Uint8Array, start: number, byteCount: number): number =>
  bytes.lastIndexOf(newline, Math.min(bytes.length, start + byteCount) - 1) + 1

/** Returns a function that calls the module, and answers what it asks, until it has taken or left a row. */
function createAsk(module: RowModule, plan: PlanWriter): (call: () => number) => Status {
  const { bytes, number } = module
  const noAnswer = number('noAnswer')
  return (call) => {
    while (true) {
      const status = at(statuses, call())
      if (status !== 'asks') return status
      const text = fromUtf8(bytes.subarray(number('askedStart'), number('askedEnd')))
      const answer = plan.answer(number('askedQuestion'), text)
      if (answer === noAnswer) return 'unusual'
      module.answer(answer)
    }
  }
}

function measureLines({ count, text, lineByteCounts }: LineBatch): void {
  for (let row = 0, start = text.start; row < count; row++) {
    const end = uint32At(text.ends, row)
    lineByteCounts[row] = end - start
    start = end
  }
}
