import {
  type AnswerArguments,
  type ArgumentsResult,
  answerArguments,
  answerOptions,
  type OptionKind,
  readOptions,
} from '../options.ts'
import { fileOption, readSideArguments, type SideArguments, sideOptions } from '../reconcile/side-arguments.ts'

export interface ProposeArguments extends SideArguments, AnswerArguments {
  readonly command: 'propose'
}

const kinds = new Map<string, OptionKind>([...answerOptions, ['mapping', fileOption], ...sideOptions])

export function readProposeArguments(words: readonly string[]): ArgumentsResult<ProposeArguments> {
  const options = readOptions(words, kinds)
  const { sides, faults: sideFaults } = readSideArguments(options)
  const faults = [...options.faults, ...sideFaults]
  if (faults.length > 0 || sides === undefined) return { ok: false, faults }
  return { ok: true, value: { command: 'propose', ...sides, ...answerArguments(options) } }
}
