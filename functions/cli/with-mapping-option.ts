import type { Side } from '@tallystick/engine/record'

/** Says how to pass the mapping that a fault of a file of a side asks for, once for a file. */
export function withMappingOption(side: Side, faults: readonly string[]): readonly string[] {
  const last = faults.findLastIndex((fault) =>
    /(?:wanted|or) (?:a|the) mapping|, the mapping \{.*\} leaves it out$/.test(fault),
  )
  return faults.map((fault, index) =>
    index === last ? `${fault}\n  Pass the mapping of this file as --mapping '{"${side}":{…}}'` : fault,
  )
}
