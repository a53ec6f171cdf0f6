import type { Mapping } from './mapping.ts'
import { type FaultLog, shown } from './row-fault.ts'

/** Adds a fault if there is a mapping: a format whose fields are fixed has no columns that one could name. */
export function refuseMapping(mapping: Mapping, title: string, faults: FaultLog): void {
  const [field] = Object.keys(mapping)
  if (field === undefined) return
  const detail = `Got a mapping of ${shown(field)}, wanted none: the fields of ${title} are fixed, and it has no columns to name`
  faults.add({ line: 1, column: null, field: null, code: 'unknown_column', detail })
}
