import {
  type AnswerArguments,
  type ArgumentsResult,
  answerArguments,
  answerOptions,
  got,
  type OptionKind,
  readOptions,
} from '../options.ts'

export interface InspectArguments extends AnswerArguments {
  readonly command: 'inspect'
  readonly path: string
  readonly mapping: string | undefined
  readonly currency: string | undefined
  readonly encoding: string | undefined
  readonly kind: string | undefined
  readonly level: string | undefined
  readonly sheet: string | undefined
}

const kinds = new Map<string, OptionKind>([
  ['mapping', { value: 'wanted', what: 'a file' }],
  ['adapter', { value: 'wanted', what: 'an adapter kind' }],
  ['currency', { value: 'wanted', what: 'a currency code' }],
  ['encoding', { value: 'wanted', what: 'an encoding' }],
  ['level', { value: 'wanted', what: 'entry or detail' }],
  ['sheet', { value: 'wanted', what: 'the name of a sheet' }],
  ...answerOptions,
])

export function readInspectArguments(words: readonly string[]): ArgumentsResult<InspectArguments> {
  const options = readOptions(words, kinds)
  const { values, paths, faults: optionFaults } = options
  const [path, ...others] = paths
  const faults = [...optionFaults]
  if (path === undefined) faults.push('Got no file, wanted FILE')
  for (const word of others) faults.push(`${got(word)}, wanted nothing after FILE`)
  if (faults.length > 0 || path === undefined) return { ok: false, faults }
  const wordOf = (name: string): string | undefined => values.get(name)?.[0]
  return {
    ok: true,
    value: {
      command: 'inspect',
      path,
      mapping: wordOf('mapping'),
      currency: wordOf('currency'),
      encoding: wordOf('encoding'),
      kind: wordOf('adapter'),
      level: wordOf('level'),
      sheet: wordOf('sheet'),
      ...answerArguments(options),
    },
  }
}
