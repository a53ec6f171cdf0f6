import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/**
 * What stands for one client on the network: its IPv4 address, or the /64 of its IPv6 address, such as
 * `2001:db8:0:1::/64`, since one customer usually holds a whole /64. Taken from the header that Cloudflare sets.
 */
export function addressGroupOf(c: Context<AppEnv>): string {
  const address = c.req.header('CF-Connecting-IP')?.trim() ?? ''
  if (!address.includes(':')) return address === '' ? 'unknown' : address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? `${networkOf(address).join(':')}::/64`
}

/** The first four groups of an IPv6 address (RFC 4291 §2.2), `::` written out, without leading zeros. */
function networkOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length)
  return [...groups, ...Array<string>(gap).fill('0'), ...last]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
