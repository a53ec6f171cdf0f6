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
  /** Seconds between two looks; undefined to look once. */
  readonly everySeconds: number | undefined
}

const kinds = new Map<string, OptionKind>([
  ['state', { value: 'wanted', what: 'a file' }],
  ['key', keyOption],
  ['once', { value: 'none', what: 'nothing' }],
  ['every', { value: 'wanted', what: 'a number of seconds' }],
])

/** A day. */
const everySecondsMax = 86_400

/** Reads the words after `tallystick monitor`. */
export function readMonitorArguments(words: readonly string[]): ArgumentsResult<MonitorArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [address, ...surplus] = paths
  const every = values.get('every')?.[0]
  const state = values.get('state')?.[0]
  const faults = [
    ...optionFaults,
    ...(address === undefined ? ['Got no address, wanted URL'] : [addressFault(address) ?? []].flat()),
    ...surplus.map((word) => `${got(word)}, wanted nothing after URL`),
    ...(every === undefined ? [] : everyFaults(every)),
    ...(every !== undefined && values.has('once') ? ['--once and --every are both there, wanted one of them'] : []),
    ...(values.has('state') || optionFaults.length > 0
      ? []
      : ['Got no --state, wanted the file that keeps the newest checkpoint']),
  ]
  if (faults.length > 0 || address === undefined || state === undefined) return { ok: false, faults }
  const everySeconds = every === undefined ? undefined : Number(every)
  return { ok: true, value: { command: 'monitor', address, state, keys: values.get('key') ?? [], everySeconds } }
}

const everyFaults = (text: string): readonly string[] =>
  /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= everySecondsMax
    ? []
    : [`${got(text)} as --every, wanted seconds from 1 to ${everySecondsMax}`]
