import { keyOption } from '../evidence/evidence-options.ts'
import { addressFault } from '../log/log-at.ts'
import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

export interface MonitorArguments {
  readonly command: 'monitor'
  readonly address: string
  readonly state: string
  /**
   * The only keys that are trusted; empty where the keys that the service lists at the first look are trusted from then
   * on.
   */
  readonly keys: readonly string[]
  readonly isIndex: boolean
  readonly origin: string | undefined
  /** Seconds between two looks; undefined to look once. */
  readonly everySeconds: number | undefined
  /** For how many seconds the log may stay without growth; undefined for any time. */
  readonly staleAfterSeconds: number | undefined
}

const kinds = new Map<string, OptionKind>([
  ['state', { value: 'wanted', what: 'a file' }],
  ['key', keyOption],
  ['index', { value: 'none', what: 'nothing' }],
  ['log', { value: 'wanted', what: 'the origin of a log' }],
  ['once', { value: 'none', what: 'nothing' }],
  ['every', { value: 'wanted', what: 'a number of seconds' }],
  ['stale-after', { value: 'wanted', what: 'a number of seconds' }],
])

const everySecondsMax = 86_400
const staleSecondsMax = 315_360_000

export function readMonitorArguments(words: readonly string[]): ArgumentsResult<MonitorArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [address, ...others] = paths
  const every = values.get('every')?.[0]
  const staleAfter = values.get('stale-after')?.[0]
  const state = values.get('state')?.[0]
  const faults = [
    ...optionFaults,
    ...(address === undefined ? ['Got no address, wanted URL'] : [addressFault(address) ?? []].flat()),
    ...others.map((word) => `${got(word)}, wanted nothing after URL`),
    ...secondsFaults(every, '--every', everySecondsMax),
    ...secondsFaults(staleAfter, '--stale-after', staleSecondsMax),
    ...(every !== undefined && values.has('once') ? ['--once and --every are both there, wanted one of them'] : []),
    ...(values.has('state') || optionFaults.length > 0
      ? []
      : ['Got no --state, wanted the file that keeps the newest checkpoint']),
  ]
  if (faults.length > 0 || address === undefined || state === undefined) return { ok: false, faults }
  return {
    ok: true,
    value: {
      command: 'monitor',
      address,
      state,
      keys: values.get('key') ?? [],
      isIndex: values.has('index'),
      origin: values.get('log')?.[0],
      everySeconds: numberIn(every),
      staleAfterSeconds: numberIn(staleAfter),
    },
  }
}

const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

const secondsFaults = (text: string | undefined, option: string, max: number): readonly string[] =>
  text === undefined || (/^[1-9][0-9]{0,8}$/.test(text) && Number(text) <= max)
    ? []
    : [`${got(text)} as ${option}, wanted seconds from 1 to ${max}`]
