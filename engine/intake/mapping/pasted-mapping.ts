import type { Mapping } from './mapping.ts'

const mappingLengthMax = 2000

/** The mapping with further members as JSON, ready to paste. If that is long, only the further members. */
export function pastedMapping(mapping: Mapping, added: Mapping): string {
  const whole = JSON.stringify({ ...mapping, ...added })
  return whole.length > mappingLengthMax ? `with ${JSON.stringify(added)} in it` : whole
}
