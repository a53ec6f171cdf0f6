import type { Mapping } from './mapping.ts'

const mappingLengthMax = 2000

/** A mapping with more members, ready to paste; of a long one, only the added members. */
export function pastedMapping(mapping: Mapping, added: Mapping): string {
  const whole = JSON.stringify({ ...mapping, ...added })
  return whole.length > mappingLengthMax ? `with ${JSON.stringify(added)} in it` : whole
}
