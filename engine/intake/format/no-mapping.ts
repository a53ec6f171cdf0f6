import type { FaultLog } from '../rows/row-fault.ts'
import type { FileFormat, ReaderOptions } from './format.ts'

/**
 * For formats without columns: adds a fault for each mapped field, except the `allowed` members, such as `date.format`.
 */
export function refuseMapping(
  { mapping }: Pick<ReaderOptions, 'mapping'>,
  { title }: Pick<FileFormat, 'title'>,
  { faults, allowed = [] }: { readonly faults: FaultLog; readonly allowed?: readonly string[] },
): void {
  const but = allowed.length === 0 ? '' : ` but ${allowed.join(' and ')}`
  for (const [field, mapped] of Object.entries(mapping)) {
    const members = typeof mapped === 'object' ? Object.entries(mapped) : []
    const paths = members.length === 0 ? [field] : members.filter(isGiven).map(([member]) => `${field}.${member}`)
    if (mapped === undefined || paths.every((path) => allowed.includes(path))) continue
    const detail = `Got a mapping of ${field}, wanted no mapping${but}: ${title} has fixed fields and no columns`
    faults.add({ line: 1, column: null, field, code: 'unknown_column', detail })
  }
}

const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined
