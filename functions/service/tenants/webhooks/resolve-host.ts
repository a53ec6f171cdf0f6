import { fromUtf8 } from '@tallystick/engine/base'
import { type DeliveryFault, resolverAnswer } from '@tallystick/schema/webhook'
import type { Env } from '../../env.ts'
import { optionalText } from '../../platform/configuration.ts'
import { askOutside } from '../../platform/outside-request.ts'
import { isPublicAddress } from './public-address.ts'

const resolverUsual = 'https://cloudflare-dns.com/dns-query'
const waitMilliseconds = 3_000
const answerByteCountMax = 16 * 1024

/** The types of records that are addresses (RFC 1035, RFC 3596). */
const addressTypes = { A: 1, AAAA: 28 } as const

/** Why nothing may be sent to a host now: it has no address, or one that is not public. Undefined for a public host. */
export async function faultOfHost(env: Env, hostname: string): Promise<DeliveryFault | undefined> {
  const answers = await Promise.all([addressesOf(env, hostname, 'A'), addressesOf(env, hostname, 'AAAA')])
  const addresses = answers.flatMap((answer) => answer ?? [])
  if (addresses.some((address) => !isPublicAddress(address))) return 'address_refused'
  return answers.includes(undefined) || addresses.length === 0 ? 'not_resolved' : undefined
}

/** Undefined where the resolver does not answer, or is none by https. A name without addresses has none. */
async function addressesOf(
  env: Env,
  hostname: string,
  type: keyof typeof addressTypes,
): Promise<readonly string[] | undefined> {
  const url = URL.parse(optionalText(env.DOH_RESOLVER) || resolverUsual)
  if (url?.protocol !== 'https:') return undefined
  url.searchParams.set('name', hostname)
  url.searchParams.set('type', type)
  const headers = { Accept: 'application/dns-json' }
  const answer = await askOutside(url.href, { method: 'GET', headers, waitMilliseconds, answerByteCountMax })
  if (answer?.status !== 200) return undefined
  const read = resolverAnswer.safeParse(jsonOf(answer.bytes))
  if (!read.success) return undefined
  return (read.data.Answer ?? []).filter((record) => record.type === addressTypes[type]).map(({ data }) => data)
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes))
  } catch {
    return undefined
  }
}
