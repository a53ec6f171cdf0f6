import { keyOption } from '../evidence/evidence-options.ts'
import { addressFault } from '../log/log-at.ts'
import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

/** The arguments of `tallystick monitor`. */
export interface MonitorArguments {
  readonly command: 'monitor'
  /** The address of the log or of its service. */
  readonly address: string
  /** The file that keeps the newest checkpoint. */
  readonly state: string
  /** The only keys that are trusted; none to remember those that the service lists when it is first asked. */
  readonly keys: readonly string[]
  /** Whether the index of all logs is watched, and not the log of a tenant. */
  readonly isIndex: boolean
  /** The origin that the log has to have; undefined for any. */
  readonly origin: string | undefined
  /** Seconds between two looks; undefined to look once. */
  readonly everySeconds: number | undefined
  /** Seconds for which a log may stay as it is; undefined for any time. */
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

/** A day. */
const everySecondsMax = 86_400
/** Ten years. */
const staleSecondsMax = 315_360_000

/** Reads the words after `tallystick monitor`. */
export function readMonitorArguments(words: readonly string[]): ArgumentsResult<MonitorArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [address, ...surplus] = paths
  const every = values.get('every')?.[0]
  const staleAfter = values.get('stale-after')?.[0]
  const state = values.get('state')?.[0]
  const faults = [
    ...optionFaults,
    ...(address === undefined ? ['Got no address, wanted URL'] : [addressFault(address) ?? []].flat()),
    ...surplus.map((word) => `${got(word)}, wanted nothing after URL`),
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
