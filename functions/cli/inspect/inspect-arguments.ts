import { type ArgumentsResult, got, jsonOption, type OptionKind, readOptions } from '../options.ts'

export interface InspectArguments {
  readonly command: 'inspect'
  readonly path: string
  readonly mapping: string | undefined
  readonly currency: string | undefined
  readonly encoding: string | undefined
  readonly kind: string | undefined
  readonly level: string | undefined
  readonly sheet: string | undefined
  readonly isJson: boolean
}

const kinds = new Map<string, OptionKind>([
  ['mapping', { value: 'wanted', what: 'a file' }],
  ['adapter', { value: 'wanted', what: 'an adapter kind' }],
  ['currency', { value: 'wanted', what: 'a currency code' }],
  ['encoding', { value: 'wanted', what: 'an encoding' }],
  ['level', { value: 'wanted', what: 'entry or detail' }],
  ['sheet', { value: 'wanted', what: 'the name of a sheet' }],
  jsonOption,
])

export function readInspectArguments(words: readonly string[]): ArgumentsResult<InspectArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
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
      isJson: values.has('json'),
    },
  }
}
