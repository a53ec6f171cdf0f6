import { entryLevels, formatNames } from '@tallystick/engine/intake'
import { addressFault, serviceAt } from '../log/log-at.ts'
import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

export interface UploadArguments {
  readonly command: 'upload'
  readonly path: string
  readonly address: string
  readonly key: string | undefined
  /** Undefined where the dataset takes the name of the file. */
  readonly name: string | undefined
  readonly adapter: string
  readonly mapping: string | undefined
  readonly format: (typeof formatNames)[number] | undefined
  readonly currency: string | undefined
  readonly encoding: string | undefined
  readonly level: (typeof entryLevels)[number] | undefined
  readonly sheet: string | undefined
}

const kinds = new Map<string, OptionKind>([
  ['url', { value: 'wanted', what: 'the address of a service' }],
  ['key', { value: 'wanted', what: 'an API key' }],
  ['name', { value: 'wanted', what: 'a name' }],
  ['adapter', { value: 'wanted', what: 'an adapter' }],
  ['mapping', { value: 'wanted', what: 'a file' }],
  ['format', { value: 'wanted', what: 'a format' }],
  ['currency', { value: 'wanted', what: 'a currency code' }],
  ['encoding', { value: 'wanted', what: 'an encoding' }],
  ['level', { value: 'wanted', what: 'entry or detail' }],
  ['sheet', { value: 'wanted', what: 'the name of a sheet' }],
])

/** Values that the service checks are not checked here. */
export function readUploadArguments(words: readonly string[]): ArgumentsResult<UploadArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [path, ...others] = paths
  const wordOf = (name: string): string | undefined => values.get(name)?.[0]
  const address = wordOf('url') ?? process.env['TALLYSTICK_URL']
  const [adapter, format, level] = [wordOf('adapter'), wordOf('format'), wordOf('level')]
  const faults = [
    ...optionFaults,
    ...(path === undefined ? ['Got no file, wanted FILE'] : []),
    ...others.map((word) => `${got(word)}, wanted nothing after FILE`),
    ...(address === undefined ? ['Got no --url, wanted the address of the service, here or in TALLYSTICK_URL'] : []),
    ...[address === undefined ? [] : (addressFault(address) ?? [])].flat(),
    ...(adapter === undefined ? ['Got no --adapter, wanted what the dataset belongs to, such as bank:main'] : []),
    ...unlisted('format', format, formatNames),
    ...unlisted('level', level, entryLevels),
  ]
  if (faults.length > 0 || path === undefined || address === undefined || adapter === undefined)
    return { ok: false, faults }
  return {
    ok: true,
    value: {
      command: 'upload',
      path,
      address: serviceAt(address),
      key: wordOf('key'),
      name: wordOf('name'),
      adapter,
      mapping: wordOf('mapping'),
      format: formatNames.find((each) => each === format),
      currency: wordOf('currency'),
      encoding: wordOf('encoding'),
      level: entryLevels.find((each) => each === level),
      sheet: wordOf('sheet'),
    },
  }
}

const unlisted = (name: string, word: string | undefined, list: readonly string[]): readonly string[] =>
  word === undefined || list.includes(word) ? [] : [`${got(word)} as --${name}, wanted one of ${list.join(', ')}`]
