import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FaultLog } from '../rows/row-fault.ts'

/**
 * Faults that name a file or sheet; those of a sheet in an archive name both. `isEmpty` asks about this file or sheet
 * only.
 */
function createNamedFaults(faults: FaultLog, name: string): FaultLog {
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

export const createSheetSink = (sink: StatementSink, name: string): StatementSink => ({
  ...sink,
  usual: undefined,
  faults: createNamedFaults(sink.faults, name),
})

/** Statements and faults name the file; records have it as the attribute `file`. */
export const createFileSink = (sink: StatementSink, name: string): StatementSink => ({
  ...createSheetSink(sink, name),
  take(record, line) {
    const { file: own, ...others } = typeof record['attributes'] === 'object' ? record['attributes'] : {}
    const attributes = { ...others, file: name, ...(own !== undefined && { [freeNameIn(others)]: own }) }
    sink.take({ ...record, attributes }, line)
  },
  takeStatement: (statement) => sink.takeStatement({ ...statement, file: name }),
})

function freeNameIn(attributes: { readonly [name: string]: unknown }): string {
  let suffix = 2
  while (Object.hasOwn(attributes, `file#${suffix}`)) suffix += 1
  return `file#${suffix}`
}
