import { listenAddress } from '@tallystick/schema/webhook'
import type { Env } from '../../env.ts'
import type { Fault } from '../../http/problem.ts'
import { optionalText } from '../../platform/configuration.ts'

/** Names that are of a machine or a network alone (RFC 6761, RFC 8375, RFC 9476 and what networks use). */
const localNames = [
  ...['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'home.arpa'],
  ...['alt', 'onion', 'test', 'invalid', 'example'],
]

/**
 * What is wrong with the address of an endpoint: it has to be https on port 443, with a public name. A host that
 * WEBHOOK_ALLOW names may have another scheme and port, and nothing is sent to a listener.
 */
export function faultsOfUrl(env: Env, text: string): readonly Fault[] {
  if (text === listenAddress) return []
  const url = URL.parse(text)
  if (url === null) return [faultOf('invalid_url', 'Wanted an address such as https://hooks.example.com/tallystick')]
  const faults: Fault[] = []
  if (url.username !== '' || url.password !== '')
    faults.push(faultOf('user_in_url', 'Wanted no user and no password: the signature says who sends'))
  if (url.hash !== '') faults.push(faultOf('fragment_in_url', 'Wanted no #, which is never sent'))
  if (isAllowed(env, url)) return faults
  if (url.protocol !== 'https:') faults.push(faultOf('not_https', `Got ${url.protocol}, wanted https:`))
  if (url.port !== '') faults.push(faultOf('wrong_port', `Got the port ${url.port}, wanted 443`))
  if (!isPublicName(url.hostname))
    faults.push(faultOf('not_public', `Got the host ${url.hostname}, wanted a name on the public internet`))
  return faults
}

/** What audit events say of an address: the path and the query of some receivers are secrets. */
export const originOf = (url: string): string => (url === listenAddress ? url : (URL.parse(url)?.origin ?? ''))

/** Whether WEBHOOK_ALLOW names the host. A live service allows none. */
export const isAllowed = (env: Env, { host }: URL): boolean =>
  env.ENVIRONMENT === 'test' &&
  host !== '' &&
  optionalText(env.WEBHOOK_ALLOW)
    .split(',')
    .some((allowed) => allowed.trim() === host)

const faultOf = (code: string, detail: string): Fault => ({ pointer: '/url', code, detail })

/** A URL has one spelling of an address, so that addresses of IPv4 in any base have four decimal numbers here. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  if (name.startsWith('[') || /^[0-9.]+$/.test(name) || !name.includes('.')) return false
  return !localNames.some((local) => name === local || name.endsWith(`.${local}`))
}
