import { type ArgumentsResult, jsonOption, type OptionKind, readOptions } from '../options.ts'
import { fileOption, readSideArguments, type SideArguments, sideOptions } from '../reconcile/side-arguments.ts'

/** The arguments of `tallystick propose`; every path as written. */
export interface ProposeArguments extends SideArguments {
  readonly command: 'propose'
  /** Whether the whole proposal is printed in place of its rules. */
  readonly isWhole: boolean
}

const kinds = new Map<string, OptionKind>([jsonOption, ['mapping', fileOption], ...sideOptions])

/** Reads the words after `tallystick propose`. */
export function readProposeArguments(words: readonly string[]): ArgumentsResult<ProposeArguments> {
  const options = readOptions(words, kinds)
  const { sides, faults: sideFaults } = readSideArguments(options)
  const faults = [...options.faults, ...sideFaults]
  if (faults.length > 0 || sides === undefined) return { ok: false, faults }
  return { ok: true, value: { command: 'propose', ...sides, isWhole: options.values.has('json') } }
}
