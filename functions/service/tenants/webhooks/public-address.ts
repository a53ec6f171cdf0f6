/** Which IP addresses belong to somebody on the public internet: IANA’s registries of special-purpose addresses. */

/** Beginning and length of each range of IPv4 that is private, of the machine or network itself, or reserved. */
const specialOfIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds serve the metadata of a machine.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * Whether `text` is an address of the public internet. IPv6 has one public range, of which parts stand for other
 * addresses or are reserved; addresses of IPv4 inside IPv6 are outside of it. Any other spelling than that of a resolver
 * is not public.
 */
export function isPublicAddress(text: string): boolean {
  const ipv4 = numberOfIpv4(text)
  if (ipv4 !== undefined)
    return !specialOfIpv4.some(([first, length]) => shares(ipv4, numberOfIpv4(first) ?? 0, length))
  const groups = firstGroups(text)
  if (groups === undefined) return false
  const [first, second] = groups
  if (first >> 13 !== 1) return false
  // 2001::/23 (protocols, Teredo among them), 2001:db8::/32 and 3fff::/20 (documentation), 2002::/16 (6to4).
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8
  return first !== 0x2002 && !(first === 0x3fff && second >> 12 === 0)
}

function numberOfIpv4(text: string): number | undefined {
  if (!/^(?:(?:0|[1-9][0-9]{0,2})(?:\.|$)){4}$/.test(text) || text.endsWith('.')) return undefined
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte < 256) ? bytes.reduce((number, byte) => number * 256 + byte, 0) : undefined
}

const shares = (one: number, other: number, length: number): boolean =>
  Math.floor(one / 2 ** (32 - length)) === Math.floor(other / 2 ** (32 - length))

/** The first 32 bits of an IPv6 address, in two groups. A URL has one spelling for each address. */
function firstGroups(text: string): readonly [number, number] | undefined {
  const { hostname } = (/^[0-9a-f:.]+$/i.test(text) && URL.parse(`http://[${text}]/`)) || {}
  if (hostname === undefined) return undefined
  const [before = ''] = hostname.slice(1, -1).split('::')
  const [first = '0', second = '0'] = before.split(':')
  return [Number.parseInt(first || '0', 16), Number.parseInt(second, 16)]
}
