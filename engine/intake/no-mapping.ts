import type { Mapping } from './mapping.ts'
import type { FaultLog } from './row-fault.ts'

/** Adds a fault when a format without columns is given a mapping: its fields have places of their own. */
export function refuseMapping(title: string, mapping: Mapping, faults: FaultLog): void {
  const [field] = Object.keys(mapping)
  if (field === undefined) return
  const detail = `Got a mapping for ${title}, which has no columns: wanted none, as its fields are read by their names`
  faults.add({ line: 1, column: null, field, code: 'unknown_column', detail })
  faults.close()
}
