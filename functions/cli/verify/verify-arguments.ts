import type { Expectation } from '@tallystick/audit/verify/trusted-keys'
import { evidenceFileFaults, keyOption } from '../evidence/evidence-options.ts'
import { addressFault, isAddress } from '../log/log-at.ts'
import {
  type AnswerArguments,
  type ArgumentsResult,
  answerArguments,
  answerOptions,
  type OptionKind,
  readOptions,
} from '../options.ts'
import type { AnchoringFiles } from './anchoring.ts'

export interface VerifyArguments extends Expectation, AnswerArguments {
  readonly command: 'verify'
  readonly file: string
  /** Whether to run the engine again. With `wanted` it is an error where that is not possible. */
  readonly replay: 'wanted' | 'where possible' | 'left out'
  readonly trustsOwnKeys: boolean
  readonly anchoring: AnchoringFiles
  /** The path of older evidence or of a checkpoint, to compare the log with. */
  readonly since: string | undefined
  /** Where the files of the log are: the address of a service or a log, or a directory. */
  readonly logFrom: string | undefined
}

const kinds = new Map<string, OptionKind>([
  ['replay', { value: 'none', what: 'nothing' }],
  ['no-replay', { value: 'none', what: 'nothing' }],
  ['key', keyOption],
  ['trust-pack-keys', { value: 'none', what: 'nothing' }],
  ['policy', { value: 'wanted', what: 'a policy file of C2SP tlog-policy' }],
  ['tsa', { value: 'wanted', what: 'a PEM file', repeatable: true }],
  ['log', { value: 'wanted', what: 'the origin of a log' }],
  ['since', { value: 'wanted', what: 'a pack, a proof or a checkpoint' }],
  ['log-from', { value: 'wanted', what: 'an address or a directory' }],
  ...answerOptions,
])

export function readVerifyArguments(words: readonly string[]): ArgumentsResult<VerifyArguments> {
  const options = readOptions(words, kinds)
  const { values, paths, faults: optionFaults } = options
  const logFrom = values.get('log-from')?.[0]
  const faults = [
    ...optionFaults,
    ...evidenceFileFaults(paths, 'FILE'),
    ...exclusiveFaults(values, 'replay', 'no-replay'),
    ...exclusiveFaults(values, 'key', 'trust-pack-keys'),
    ...exclusiveFaults(values, 'key', 'policy'),
    ...exclusiveFaults(values, 'policy', 'trust-pack-keys'),
    ...(values.has('log-from') && !values.has('since') ? ['--log-from is there without --since'] : []),
    ...(isAddress(logFrom ?? '') ? [addressFault(logFrom ?? '') ?? []].flat() : []),
  ]
  const [file] = paths
  if (faults.length > 0 || file === undefined) return { ok: false, faults }
  return {
    ok: true,
    value: {
      command: 'verify',
      file,
      replay: values.has('replay') ? 'wanted' : values.has('no-replay') ? 'left out' : 'where possible',
      keys: values.get('key') ?? [],
      trustsOwnKeys: values.has('trust-pack-keys'),
      origin: values.get('log')?.[0],
      anchoring: { policy: values.get('policy')?.[0], tsa: values.get('tsa') ?? [] },
      since: values.get('since')?.[0],
      logFrom,
      ...answerArguments(options),
    },
  }
}

const exclusiveFaults = (values: ReadonlyMap<string, unknown>, one: string, other: string): readonly string[] =>
  values.has(one) && values.has(other) ? [`--${one} and --${other} are both there, wanted one of them`] : []
