import { readAdapter } from '@tallystick/schema/adapter'
import { addressFault, serviceAt } from '../log/log-at.ts'
import {
  type AnswerArguments,
  type ArgumentsResult,
  answerArguments,
  answerOptions,
  got,
  type OptionKind,
  type Options,
  readOptions,
} from '../options.ts'
import { fileOption, readSideArguments, type SideArguments, sideOptions } from '../reconcile/side-arguments.ts'

export interface RunArguments extends AnswerArguments {
  readonly command: 'run'
  /** The address of the service: its origin, without `/api/v1`. */
  readonly address: string
  readonly key: string | undefined
  readonly out: string | undefined
  readonly asked: NewRunArguments | KnownRunArguments
}

/**
 * The arguments of a new run. `source` and `target` are adapters or files; `kinds` are the adapters that the files
 * belong to.
 */
export interface NewRunArguments extends SideArguments {
  readonly kind: 'new'
  readonly rules: string | undefined
  readonly name: string | undefined
  readonly idempotencyKey: string | undefined
  /** Whether an adapter that has no dataset counts as an empty side. */
  readonly allowsEmpty: boolean
  readonly waits: boolean
}

export interface KnownRunArguments {
  readonly kind: 'known'
  readonly id: string
  readonly cancels: boolean
}

const ofNew = new Map<string, OptionKind>([
  ['rules', fileOption],
  ['mapping', fileOption],
  ['name', { value: 'wanted', what: 'a name' }],
  ['idempotency-key', { value: 'wanted', what: 'a key' }],
  ['allow-empty', { value: 'none', what: '' }],
  ['no-wait', { value: 'none', what: '' }],
  ...sideOptions,
])

const kinds = new Map<string, OptionKind>([
  ['url', { value: 'wanted', what: 'the address of a service' }],
  ['key', { value: 'wanted', what: 'an API key' }],
  ['out', fileOption],
  ['id', { value: 'wanted', what: 'the id of a run' }],
  ['cancel', { value: 'none', what: '' }],
  ...answerOptions,
  ...ofNew,
])

/** Whether a word names an adapter of a known kind. A file of that name has to be written with its folder: `./bank`. */
export const isAdapterWord = (word: string): boolean => readAdapter(word).ok

/** Values that the service checks are not checked here. */
export function readRunArguments(words: readonly string[]): ArgumentsResult<RunArguments> {
  const options = readOptions(words, kinds)
  const { values } = options
  const [written, key, out] = ['url', 'key', 'out'].map((name) => values.get(name)?.[0])
  const address = written ?? process.env['TALLYSTICK_URL']
  const read = values.has('id') ? readKnown(options) : readNew(options)
  const faults = [
    ...options.faults,
    ...(read.ok ? [] : read.faults),
    ...(address === undefined ? ['Got no --url, wanted the address of the service, here or in TALLYSTICK_URL'] : []),
    ...[address === undefined ? [] : (addressFault(address) ?? [])].flat(),
    ...['no-wait', 'cancel']
      .filter((name) => out !== undefined && values.has(name))
      .map((name) => `--${name} and --out are both there, wanted one of them`),
  ]
  if (faults.length > 0 || address === undefined || !read.ok) return { ok: false, faults }
  return {
    ok: true,
    value: { command: 'run', address: serviceAt(address), key, out, asked: read.value, ...answerArguments(options) },
  }
}

function readKnown({ values, paths }: Options): ArgumentsResult<KnownRunArguments> {
  const faults = [
    ...paths.map((word) => `${got(word)}, wanted nothing beside --id`),
    ...[...ofNew.keys()]
      .filter((name) => values.has(name))
      .map((name) => `--${name} and --id are both there, wanted one of them`),
  ]
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, value: { kind: 'known', id: values.get('id')?.[0] ?? '', cancels: values.has('cancel') } }
}

function readNew(options: Options): ArgumentsResult<NewRunArguments> {
  const { values } = options
  const { sides, faults: sideFaults } = readSideArguments(options)
  const unknown = (sides?.kinds ?? []).filter((word) => !isAdapterWord(word))
  const faults = [
    ...sideFaults,
    ...unknown.map((word) => `${got(word)} as --adapter, wanted what a file belongs to, such as bank:main`),
    ...(values.has('cancel') ? ['--cancel is there without --id'] : []),
  ]
  if (faults.length > 0 || sides === undefined) return { ok: false, faults }
  const [rules, name, idempotencyKey] = ['rules', 'name', 'idempotency-key'].map((each) => values.get(each)?.[0])
  const [allowsEmpty, waits] = [values.has('allow-empty'), !values.has('no-wait')]
  return { ok: true, value: { kind: 'new', ...sides, rules, name, idempotencyKey, allowsEmpty, waits } }
}
