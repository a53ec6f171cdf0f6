import { fromHex, toHex } from '../base/bytes.ts'
import { type DerValue, derTags, derValuesIn, derValuesOf, formatDer, formatDerInteger } from '../base/der.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'

/** RFC 3161: the request to a time-stamping authority, and its answer. No signature is verified here. */

/** Object identifiers in DER, as hex. */
const oids = {
  /** 2.16.840.1.101.3.4.2.1 */
  sha256: '608648016503040201',
  /** 1.2.840.113549.1.7.2 */
  signedData: '2a864886f70d010702',
  /** 1.2.840.113549.1.9.16.1.4 */
  timeStampInfo: '2a864886f70d0109100104',
}

export const timeStampQueryType = 'application/timestamp-query'

/** Writes a TimeStampReq for a SHA-256 hash. It asks for the authority's certificate in the answer. */
export function formatTimeStampRequest({
  hash,
  nonce,
}: {
  readonly hash: Uint8Array
  /** A positive number, its most significant byte first. */
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

export interface TimeStamp {
  readonly hash: string
  /** A time in UTC, `2026-11-22T16:14:05Z`; with a fraction where the authority states one. */
  readonly time: string
  /** The nonce of the request, in hex without leading zeros; undefined where the answer has none. */
  readonly nonce: string | undefined
  readonly token: Uint8Array
  /** The signed TSTInfo, from which hash, time and nonce are read. */
  readonly info: Uint8Array
  readonly certificates: readonly Uint8Array[]
}

/** The most bytes of an answer. */
const responseLengthMax = 200_000

/**
 * Reads a TimeStampResp. Refuses an answer without a token, a token of another version, and one for another hash than
 * SHA-256.
 */
export function parseTimeStampResponse(bytes: Uint8Array): Parsed<TimeStamp> {
  if (bytes.length > responseLengthMax)
    return refused(`Got an answer of ${bytes.length} bytes, wanted at most ${responseLengthMax}`)
  const [response, ...rest] = derValuesIn(bytes)
  const [status, token] = rest.length === 0 ? derValuesOf(response, derTags.sequence) : []
  const [code] = derValuesOf(status, derTags.sequence)
  if (code === undefined || code.tag !== derTags.integer) return refused('Got bytes that are no time-stamp response')
  const granted = toHex(code.content)
  if (granted !== '00' && granted !== '01') return refused(`Got a time-stamp response with the status ${granted}`)
  const signed = token && signedIn(token)
  if (signed === undefined) return refused('Got a time-stamp response without a token')
  const [info, ...more] = derValuesIn(signed.info)
  return readInfo(more.length === 0 ? derValuesOf(info, derTags.sequence) : [], signed)
}

type SignedInfo = Pick<TimeStamp, 'token' | 'info' | 'certificates'>

function signedIn(token: DerValue): SignedInfo | undefined {
  const [kind, explicit] = derValuesOf(token, derTags.sequence)
  const [signed] = derValuesOf(explicit, derTags.explicit0)
  const [, , content, certificates] = derValuesOf(signed, derTags.sequence)
  const [contentKind, wrapped] = derValuesOf(content, derTags.sequence)
  const [octets] = derValuesOf(wrapped, derTags.explicit0)
  if (!isOid(kind, oids.signedData) || !isOid(contentKind, oids.timeStampInfo)) return undefined
  if (octets?.tag !== derTags.octetString) return undefined
  return {
    token: token.bytes,
    info: octets.content,
    certificates: derValuesOf(certificates, derTags.explicit0).map(({ bytes }) => bytes),
  }
}

function readInfo(values: readonly DerValue[], signed: SignedInfo): Parsed<TimeStamp> {
  const [version, , imprint, , time, ...optional] = values
  if (version?.tag !== derTags.integer || toHex(version.content) !== '01')
    return refused('Got a time stamp of another version than 1')
  const [algorithm, hash] = derValuesOf(imprint, derTags.sequence)
  const [oid] = derValuesOf(algorithm, derTags.sequence)
  if (!isOid(oid, oids.sha256) || hash?.tag !== derTags.octetString || hash.content.length !== 32)
    return refused('Got a time stamp of another hash than SHA-256')
  const at = time?.tag === derTags.generalizedTime ? timeOf(time.content) : undefined
  if (at === undefined) return refused('Got a time stamp without a time')
  const nonce = optional.find(({ tag }) => tag === derTags.integer)
  return parsed({
    hash: toHex(hash.content),
    time: at,
    nonce: nonce && toHex(nonce.content).replace(/^(00)+(?=..)/, ''),
    ...signed,
  })
}

/** A GeneralizedTime (RFC 3161 §2.4.2): in UTC, to the second or finer. */
function timeOf(content: Uint8Array): string | undefined {
  const text = String.fromCharCode(...content.subarray(0, 40))
  const [all, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text) ?? []
  return all === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`
}

const isOid = (value: DerValue | undefined, oid: string): boolean =>
  value?.tag === derTags.objectIdentifier && toHex(value.content) === oid
