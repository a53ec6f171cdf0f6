import { addressFault, serviceAt } from '../log/log-at.ts'
import {
  type AnswerArguments,
  type ArgumentsResult,
  answerArguments,
  answerOptions,
  got,
  type OptionKind,
  readOptions,
} from '../options.ts'
import { fileOption, sideOptions } from '../reconcile/side-arguments.ts'

export const closeVerbs = [
  'key',
  'start',
  'run',
  'items',
  'decide',
  'balances',
  'proof',
  'report',
  'submit',
  'approve',
  'reject',
  'reopen',
  'verify',
] as const
export type CloseVerb = (typeof closeVerbs)[number]

export interface CloseArguments extends AnswerArguments {
  readonly command: 'close'
  readonly verb: CloseVerb
  /** The folder of the period; of no meaning where there is an address. */
  readonly folder: string
  /** The service that has the period; undefined for a folder. */
  readonly address: string | undefined
  /** The words after the verb that are no options. */
  readonly words: readonly string[]
  readonly values: ReadonlyMap<string, readonly string[]>
}

const text = (what: string): OptionKind => ({ value: 'wanted', what })
const texts = (what: string): OptionKind => ({ value: 'wanted', what, repeatable: true })
const flag: OptionKind = { value: 'none', what: '' }

const keyFile = { 'key-file': text('a file with an Ed25519 key') }
const balanceOptions = { 'source-balance': texts('an amount'), 'target-balance': texts('an amount') }
const readingOptions = { rules: fileOption, mapping: fileOption, ...Object.fromEntries(sideOptions) }

const optionsByVerb: { readonly [verb in CloseVerb]: { readonly [name: string]: OptionKind } } = {
  key: keyFile,
  start: {
    ...readingOptions,
    ...balanceOptions,
    from: text('the pack of the period before'),
    period: text('a month, YYYY-MM'),
    first: text('a date'),
    last: text('a date'),
    'open-source': fileOption,
    'open-target': fileOption,
    statement: text('source or target'),
    materiality: texts('an amount'),
    'approval-above': texts('an amount'),
  },
  run: { ...readingOptions, source: { ...fileOption, repeatable: true }, target: { ...fileOption, repeatable: true } },
  items: { state: text('a state, or all'), side: text('source or target'), reason: text('a reason') },
  decide: {
    ...keyFile,
    file: fileOption,
    label: text('a label'),
    reason: text('a reason'),
    expected: text('a date'),
    owner: text('a name'),
    'no-owner': flag,
    note: text('a note'),
    difference: flag,
    fx: flag,
  },
  balances: { ...keyFile, ...balanceOptions, currency: text('a currency code') },
  proof: {},
  report: { format: text('a format'), out: fileOption, journal: fileOption },
  submit: { ...keyFile, name: text('your name'), reason: texts('CURRENCY:REASON') },
  approve: { ...keyFile, name: text('your name'), root: text('the root that was submitted'), out: fileOption },
  reject: { ...keyFile, name: text('your name'), reason: text('a reason') },
  reopen: { ...keyFile, name: text('your name'), reason: text('a reason') },
  verify: { key: texts('a key in base64') },
}

/** Of a folder alone, where people sign with their own keys; and of a service alone. */
const ofFolder = ['in', 'key-file', 'name', 'from']
const ofService: { readonly [name: string]: OptionKind } = {
  key: text('an API key'),
  reconciliation: text('the name or id of a reconciliation'),
  period: text('the name or id of a period'),
}

export function readCloseArguments([verb, ...words]: readonly string[]): ArgumentsResult<CloseArguments> {
  const known = closeVerbs.find((each) => each === verb)
  if (known === undefined) return { ok: false, faults: [`${got(verb)} after close, wanted ${closeVerbs.join(', ')}`] }
  const kinds = new Map<string, OptionKind>([
    ['in', text('a folder')],
    ...(known === 'key' ? [] : [['url', text('the address of a service')] as const, ...Object.entries(ofService)]),
    ...Object.entries(optionsByVerb[known]),
    ...answerOptions,
  ])
  const options = readOptions(words, kinds)
  const { values, paths } = options
  const address = values.get('url')?.[0]
  const takesWords = known === 'decide' || known === 'verify'
  const faults = [
    ...options.faults,
    ...(takesWords ? [] : paths.map((word) => `${got(word)}, wanted nothing after ${known} but options`)),
    ...[address === undefined ? [] : (addressFault(address) ?? [])].flat(),
    ...(address === undefined ? folderFaults(known, values) : serviceFaults(values)),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const folder = values.get('in')?.[0] ?? '.'
  const place = { folder, address: address === undefined ? undefined : serviceAt(address) }
  return {
    ok: true,
    value: { command: 'close', verb: known, ...place, words: paths, values, ...answerArguments(options) },
  }
}

type Values = CloseArguments['values']

const folderFaults = (verb: CloseVerb, values: Values): readonly string[] => [
  ...Object.keys(ofService)
    .filter((name) => values.has(name) && !(name in optionsByVerb[verb]))
    .map((name) => `--${name} is there without --url`),
  ...('key-file' in optionsByVerb[verb] && !values.has('key-file')
    ? ['Got no --key-file, wanted the file with your key; close key --key-file FILE makes one']
    : []),
]

const serviceFaults = (values: Values): readonly string[] =>
  ofFolder.filter((name) => values.has(name)).map((name) => `--${name} and --url are both there, wanted one of them`)

/** A text of an option that is there once. */
export const wordOf = ({ values }: CloseArguments, name: string): string | undefined => values.get(name)?.[0]
