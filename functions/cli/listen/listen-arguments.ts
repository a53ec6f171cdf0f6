import { type EventType, eventTypes } from '@tallystick/schema/webhook'
import { addressFault, serviceAt } from '../log/log-at.ts'
import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

export interface ListenArguments {
  readonly command: 'listen'
  readonly address: string
  readonly key: string | undefined
  /** Where events are sent on; undefined where they are only printed. */
  readonly forward: string | undefined
  readonly events: readonly EventType[]
  readonly isJson: boolean
}

const kinds = new Map<string, OptionKind>([
  ['url', { value: 'wanted', what: 'the address of a service' }],
  ['key', { value: 'wanted', what: 'an API key' }],
  ['forward', { value: 'wanted', what: 'an address such as http://localhost:9000/events' }],
  ['event', { value: 'wanted', what: 'a type of event', repeatable: true }],
  ['json', { value: 'none', what: '' }],
])

export function readListenArguments(words: readonly string[]): ArgumentsResult<ListenArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [written, key, forward] = ['url', 'key', 'forward'].map((name) => values.get(name)?.[0])
  const address = written ?? process.env['TALLYSTICK_URL']
  const asked = values.get('event') ?? []
  const faults = [
    ...optionFaults,
    ...paths.map((word) => `${got(word)}, wanted options alone`),
    ...(address === undefined ? ['Got no --url, wanted the address of the service, here or in TALLYSTICK_URL'] : []),
    ...[address === undefined ? [] : (addressFault(address) ?? [])].flat(),
    ...(forward === undefined || isHttp(forward)
      ? []
      : [`${got(forward)} as --forward, wanted an address such as http://localhost:9000/events`]),
    ...asked
      .filter((word) => !isEventType(word))
      .map((word) => `${got(word)} as --event, wanted one of ${eventTypes.join(', ')}`),
  ]
  if (faults.length > 0 || address === undefined) return { ok: false, faults }
  const events = eventTypes.filter((type) => asked.length === 0 || asked.includes(type))
  const isJson = values.has('json')
  return { ok: true, value: { command: 'listen', address: serviceAt(address), key, forward, events, isJson } }
}

const isEventType = (word: string): boolean => eventTypes.some((type) => type === word)

/** Not with a user or a password, which `fetch` refuses. */
function isHttp(text: string): boolean {
  const { protocol = '', username, password } = URL.parse(text) ?? {}
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
