import { type ArgumentsResult, jsonOption, type OptionKind, readOptions } from '../options.ts'
import { fileOption, readSideArguments, type SideArguments, sideOptions } from '../reconcile/side-arguments.ts'

export interface ProposeArguments extends SideArguments {
  readonly command: 'propose'
  /** Prints the whole proposal instead of its rules alone. */
  readonly isWhole: boolean
}

const kinds = new Map<string, OptionKind>([jsonOption, ['mapping', fileOption], ...sideOptions])

export function readProposeArguments(words: readonly string[]): ArgumentsResult<ProposeArguments> {
  const options = readOptions(words, kinds)
  const { sides, faults: sideFaults } = readSideArguments(options)
  const faults = [...options.faults, ...sideFaults]
  if (faults.length > 0 || sides === undefined) return { ok: false, faults }
  return { ok: true, value: { command: 'propose', ...sides, isWhole: options.values.has('json') } }
}
