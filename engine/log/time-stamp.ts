import { fromHex, toHex } from '../base/bytes.ts'
import { type DerValue, derTags, formatDer, formatDerInteger, parseDer } from '../base/der.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'

/** RFC 3161: what a time-stamping authority is asked, and what its answer says. Verifies no signature. */

/** Object identifiers as DER has them, in hex. */
const oids = {
  /** 2.16.840.1.101.3.4.2.1 */
  sha256: '608648016503040201',
  /** 1.2.840.113549.1.7.2 */
  signedData: '2a864886f70d010702',
  /** 1.2.840.113549.1.9.16.1.4 */
  timeStampInfo: '2a864886f70d0109100104',
}

/** The media type of a request. */
export const timeStampQueryType = 'application/timestamp-query'

/** The request (TimeStampReq) to stamp what has this SHA-256, with the authority's certificate in the answer. */
export function formatTimeStampRequest({
  hash,
  nonce,
}: {
  readonly hash: Uint8Array
  /** A random positive number, the most significant byte first. */
  readonly nonce: Uint8Array
}): Uint8Array {
  const { sequence, objectIdentifier, octetString, boolean, null: empty } = derTags
  const oid = fromHex(oids.sha256)
  const algorithm = formatDer(sequence, formatDer(objectIdentifier, oid), formatDer(empty))
  return formatDer(
    sequence,
    formatDerInteger(Uint8Array.of(1)),
    formatDer(sequence, algorithm, formatDer(octetString, hash)),
    formatDerInteger(nonce),
    formatDer(boolean, Uint8Array.of(0xff)),
  )
}

/** What the answer (TimeStampResp) of an authority says. */
export interface TimeStamp {
  /** The SHA-256 of what was stamped, in hex. */
  readonly hash: string
  /** When, in UTC: `2026-11-22T16:14:05Z`, with a fraction where the authority has one. */
  readonly time: string
  /** The nonce as in the request, in hex without leading zeros; undefined without one. */
  readonly nonce: string | undefined
  /** The signed token alone (CMS), which is a part of the answer. */
  readonly token: Uint8Array
}

/** In bytes. Answers with long chains of certificates have some ten thousand. */
const responseLengthMax = 200_000

/** Reads an answer. Refuses those without a token, and tokens for other hashes than SHA-256. */
export function parseTimeStampResponse(bytes: Uint8Array): Parsed<TimeStamp> {
  if (bytes.length > responseLengthMax)
    return refused(`Got an answer of ${bytes.length} bytes, wanted at most ${responseLengthMax}`)
  const [response, ...rest] = valuesIn(bytes)
  const [status, token] = rest.length === 0 ? valuesOf(response, derTags.sequence) : []
  const [code] = valuesOf(status, derTags.sequence)
  if (code === undefined || code.tag !== derTags.integer) return refused('Got bytes that are no time-stamp response')
  // RFC 3161 §2.4.2: 0 is granted, 1 granted with changes.
  const granted = toHex(code.content)
  if (granted !== '00' && granted !== '01') return refused(`Got a time-stamp response with the status ${granted}`)
  const info = token && infoOf(token)
  if (token === undefined || info === undefined) return refused('Got a time-stamp response without a token')
  return readInfo(info, token.bytes)
}

/** The TSTInfo in a token, which is a ContentInfo with SignedData. */
function infoOf(token: DerValue): readonly DerValue[] | undefined {
  const [kind, explicit] = valuesOf(token, derTags.sequence)
  const [signed] = valuesOf(explicit, derTags.explicit0)
  const [, , content] = valuesOf(signed, derTags.sequence)
  const [contentKind, wrapped] = valuesOf(content, derTags.sequence)
  const [octets] = valuesOf(wrapped, derTags.explicit0)
  if (!isOid(kind, oids.signedData) || !isOid(contentKind, oids.timeStampInfo)) return undefined
  if (octets?.tag !== derTags.octetString) return undefined
  const [info, ...rest] = valuesIn(octets.content)
  return rest.length === 0 ? valuesOf(info, derTags.sequence) : undefined
}

function readInfo([, , imprint, , time, ...optional]: readonly DerValue[], token: Uint8Array): Parsed<TimeStamp> {
  const [algorithm, hash] = valuesOf(imprint, derTags.sequence)
  const [oid] = valuesOf(algorithm, derTags.sequence)
  if (!isOid(oid, oids.sha256) || hash?.tag !== derTags.octetString || hash.content.length !== 32)
    return refused('Got a time stamp of another hash than SHA-256')
  const at = time?.tag === derTags.generalizedTime ? timeOf(time.content) : undefined
  if (at === undefined) return refused('Got a time stamp without a time')
  const nonce = optional.find(({ tag }) => tag === derTags.integer)
  return parsed({
    hash: toHex(hash.content),
    time: at,
    nonce: nonce && toHex(nonce.content).replace(/^(00)+(?=..)/, ''),
    token,
  })
}

/** GeneralizedTime as RFC 3161 §2.4.2 has it: to the second or finer, in UTC. */
function timeOf(content: Uint8Array): string | undefined {
  const text = String.fromCharCode(...content.subarray(0, 40))
  const [all, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text) ?? []
  return all === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`
}

const isOid = (value: DerValue | undefined, oid: string): boolean =>
  value?.tag === derTags.objectIdentifier && toHex(value.content) === oid

/** The values in a value of this tag; none in another. */
const valuesOf = (value: DerValue | undefined, tag: number): readonly DerValue[] =>
  value?.tag === tag ? valuesIn(value.content) : []

function valuesIn(bytes: Uint8Array): readonly DerValue[] {
  const values = parseDer(bytes)
  return values.ok ? values.value : []
}
