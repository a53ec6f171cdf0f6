import { fromBase64, toBase64 } from '../base/base64.ts'
import { fromHex, toHex } from '../base/bytes.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'

/**
 * C2SP tlog-proof: the index of a leaf in a log, with all that is needed to verify it offline.
 *
 *     c2sp.org/tlog-proof@v1
 *     index 1
 *     gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
 *
 *     example.com/fancylog
 *     2
 *     sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=
 *
 *     — example.com/fancylog hI2DJw…
 */
interface TlogProof {
  readonly index: number
  /** The hashes of the inclusion proof (RFC 6962 §2.1.1) in hex, from the sibling of the leaf up. */
  readonly hashes: readonly string[]
  readonly checkpoint: string
  readonly extra?: Uint8Array
}

const header = 'c2sp.org/tlog-proof@v1'

export function formatTlogProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  const lines = [
    header,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map((hash) => toBase64(fromHex(hash))),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Refuses every text that `formatTlogProof` would not write. Verifies nothing. */
export function parseTlogProof(text: string): Parsed<TlogProof> {
  const split = text.indexOf('\n\n')
  if (split < 0) return refused('Got a proof without a checkpoint')
  const [first = '', ...rest] = text.slice(0, split).split('\n')
  if (first !== header) return refused(`Got ${quoted(first)}, wanted ${header}`)
  const extra = rest[0]?.startsWith('extra ') ? fromBase64(rest[0].slice('extra '.length)) : null
  if (extra === undefined) return refused('Got extra data that is not base64')
  const [place = '', ...base64] = extra === null ? rest : rest.slice(1)
  const [, index] = /^index (0|[1-9][0-9]*)$/.exec(place) ?? []
  if (index === undefined || !Number.isSafeInteger(Number(index)))
    return refused(`Got ${quoted(place)}, wanted “index” and a decimal number without leading zeros`)
  const hashes: string[] = []
  for (const each of base64) {
    const hash = fromBase64(each)
    if (hash?.length !== 32) return refused(`Got the hash ${quoted(each)}, wanted the base64 of 32 bytes`)
    hashes.push(toHex(hash))
  }
  const checkpoint = text.slice(split + 2)
  return parsed({ index: Number(index), hashes, checkpoint, ...(extra !== null && { extra }) })
}
