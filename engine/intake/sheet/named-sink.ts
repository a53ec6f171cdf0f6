import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FaultLog } from '../rows/row-fault.ts'

/**
 * A log that adds the name of a file or sheet to faults; of a sheet in a file of an archive, both names are there. It is
 * empty until that file has a fault, whatever others have.
 */
export function createNamedFaults(faults: FaultLog, name: string): FaultLog {
  let isEmpty = true
  return {
    ...faults,
    add(fault) {
      isEmpty = false
      faults.add({ ...fault, file: fault.file === undefined ? name : `${name}: ${fault.file}` })
    },
    isEmpty: () => isEmpty,
  }
}

/** A sink whose faults are of the sheet `name`. */
export const createSheetSink = (sink: StatementSink, name: string): StatementSink => ({
  ...sink,
  takeBatch: undefined,
  faults: createNamedFaults(sink.faults, name),
})

/** A sink whose records, statements and faults are of the file `name`. Records know it by the attribute `file`. */
export const createFileSink = (sink: StatementSink, name: string): StatementSink => ({
  ...createSheetSink(sink, name),
  take(record, line) {
    const { file: own, ...others } = typeof record['attributes'] === 'object' ? record['attributes'] : {}
    const attributes = { ...others, file: name, ...(own !== undefined && { [freeNameIn(others)]: own }) }
    sink.take({ ...record, attributes }, line)
  },
  takeStatement: (statement) => sink.takeStatement({ ...statement, file: name }),
})

/** The name of an attribute `file` that the record has itself. */
function freeNameIn(attributes: { readonly [name: string]: unknown }): string {
  let suffix = 2
  while (Object.hasOwn(attributes, `file#${suffix}`)) suffix += 1
  return `file#${suffix}`
}
