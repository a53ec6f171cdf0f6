import { toHex } from '../base/bytes.ts'
import { type DerValue, derTags, derValuesIn, derValuesOf } from '../base/der.ts'

/**
 * Enhanced Security Services (RFC 5035): the attribute SigningCertificateV2, in which the signer of a time stamp names
 * its certificate (RFC 5816). So no other certificate for the same key can be put in its place.
 */

export interface CertificateId {
  readonly digest: 'SHA-256' | 'SHA-384' | 'SHA-512'
  readonly hash: string
  /** Issuer’s name and serial number in DER, as hex; undefined where the attribute leaves them out. */
  readonly issuerSerial: string | undefined
}

/** Object identifiers in DER, as hex: 2.16.840.1.101.3.4.2.1 to 3. */
const digests: ReadonlyMap<string, CertificateId['digest']> = new Map([
  ['608648016503040201', 'SHA-256'],
  ['608648016503040202', 'SHA-384'],
  ['608648016503040203', 'SHA-512'],
])

/**
 * The certificates that the attribute names, that of the signer first; undefined where the bytes are not such an
 * attribute.
 */
export function parseSigningCertificate(bytes: Uint8Array): readonly CertificateId[] | undefined {
  const [value, ...more] = derValuesIn(bytes)
  const [certs] = derValuesOf(value, derTags.sequence)
  const ids = derValuesOf(certs, derTags.sequence).map(certificateId)
  const isWhole = more.length === 0 && ids.length > 0
  return isWhole && ids.every((id) => id !== undefined) ? ids : undefined
}

function certificateId(value: DerValue): CertificateId | undefined {
  const values = [...derValuesOf(value, derTags.sequence)]
  // DER leaves the algorithm out where it is the default, SHA-256.
  const algorithm = values[0]?.tag === derTags.sequence ? values.shift() : undefined
  const [hash, issuerSerial, ...more] = values
  const [oid] = derValuesOf(algorithm, derTags.sequence)
  const digest = algorithm === undefined ? 'SHA-256' : digests.get(toHex(oid?.content ?? new Uint8Array()))
  if (digest === undefined || hash?.tag !== derTags.octetString || more.length > 0) return undefined
  const named = issuerSerial && issuerSerialOf(issuerSerial)
  if (issuerSerial !== undefined && named === undefined) return undefined
  return { digest, hash: toHex(hash.content), issuerSerial: named }
}

/** The tag of a GeneralName that is a directoryName: [4] around a name. */
const directoryName = 0xa4

function issuerSerialOf(value: DerValue): string | undefined {
  const [names, serial] = derValuesOf(value, derTags.sequence)
  const [name, ...more] = derValuesOf(names, derTags.sequence)
  if (name?.tag !== directoryName || serial?.tag !== derTags.integer || more.length > 0) return undefined
  return toHex(name.content) + toHex(serial.bytes)
}

/**
 * Issuer’s name and serial number of a certificate (RFC 5280), written as in `CertificateId`; undefined for other
 * bytes.
 */
export function issuerSerialIn(certificate: Uint8Array): string | undefined {
  const [whole] = derValuesIn(certificate)
  const [signed] = derValuesOf(whole, derTags.sequence)
  const values = derValuesOf(signed, derTags.sequence).filter(({ tag }) => tag !== derTags.explicit0)
  const [serial, , issuer] = values
  return serial?.tag === derTags.integer && issuer !== undefined ? toHex(issuer.bytes) + toHex(serial.bytes) : undefined
}
