import { fromBase64, type Sha256, toHex, utf8 } from '@tallystick/engine/base'
import {
  type CertificateId,
  issuerSerialIn,
  parseNote,
  parseSigningCertificate,
  parseTimeStampResponse,
  type TimeStamp,
} from '@tallystick/engine/log'
import { ContentInfo, SignedData } from 'pkijs'
import type { CheckLine } from './check-lines.ts'
import {
  isForTimeStamps,
  nameOf,
  type ReadCertificate,
  readCertificate,
  type TrustedCertificates,
  trustedPath,
} from './trusted-certificates.ts'

interface StampedNote {
  /** The answer of the time-stamping authority: DER in base64. */
  readonly stamp: string
  readonly note: string
}

interface StampTrust {
  readonly certificates: TrustedCertificates
  readonly now: number
}

/**
 * The check `timestamp`: an authority stamped the text of the note (RFC 3161), and a path of certificates, valid at the
 * time of the stamp, leads from its signer to a trusted one. Without a trusted certificate the stamp is not covered,
 * since anybody can make one.
 */
export async function checkTimeStamp(
  sha256: Sha256,
  { stamp, note }: StampedNote,
  { certificates, now }: StampTrust,
): Promise<CheckLine> {
  if (certificates.length === 0) return { name, verdict: 'not covered', detail: needsCertificate }
  const read = parseTimeStampResponse(fromBase64(stamp) ?? new Uint8Array())
  if (!read.ok) return fails(`${read.detail}.`)
  const parsed = parseNote(note)
  const text = utf8(parsed.ok ? parsed.value.text : '')
  const hash = toHex(sha256(text))
  if (read.value.hash !== hash)
    return { ...fails('The stamp is of another text.'), expected: hash, found: read.value.hash }
  if (Date.parse(read.value.time) > now) return fails(`The stamp says ${read.value.time}, which is after now.`)
  const signed = await openToken(read.value, text)
  return typeof signed === 'string' ? fails(signed) : judgeSigner(read.value, signed, certificates)
}

const name = 'timestamp'
const needsCertificate = 'The time stamp is judged by a certificate of its authority, and none is named.'
const fails = (detail: string): CheckLine => ({ name, verdict: 'does not hold', detail })

/** A time-stamp token whose signature holds. */
interface OpenedToken {
  readonly signer: ReadCertificate
  readonly others: readonly ReadCertificate[]
  /** The signed attribute that names the certificate of the signer. */
  readonly signingCertificate: Uint8Array | undefined
}

const attributes = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}

/**
 * Opens the token of a stamp. It must have one signature, over attributes that contain the digest of the stamp's
 * content; else the reason is returned.
 */
async function openToken({ token, info, certificates }: TimeStamp, text: Uint8Array): Promise<OpenedToken | string> {
  const signed = signedDataOf(token)
  if (signed === undefined) return 'The stamp is not signed as CMS has it.'
  const [signerInfo, ...more] = signed.signerInfos
  if (signerInfo === undefined || more.length > 0) return 'The stamp has other than one signature.'
  const found = signerInfo.signedAttrs?.attributes ?? []
  const valuesOf = (type: string) => found.filter((each) => each.type === type).flatMap(({ values }) => values)
  if (valuesOf(attributes.contentType).length !== 1 || valuesOf(attributes.messageDigest).length !== 1)
    return 'The stamp has no signed attributes, or one of them twice.'
  const content = signed.encapContentInfo.eContent?.getValue()
  const isRead = content !== undefined && toHex(new Uint8Array(content)) === toHex(info)
  const data = new Uint8Array(text).buffer
  const verified = await signed.verify({ signer: 0, data, extendedMode: true }).catch(() => undefined)
  const known = certificates.flatMap((der) => readCertificate(der) ?? [])
  const tbs = toHex(verified?.signerCertificate?.tbsView ?? new Uint8Array())
  const signer = known.find(({ certificate }) => toHex(certificate.tbsView) === tbs)
  if (!isRead || verified?.signatureVerified !== true || signer === undefined)
    return 'The signature of the stamp does not hold.'
  const [value, ...others] = valuesOf(attributes.signingCertificateV2)
  const isOne = value !== undefined && others.length === 0
  return { signer, others: known, signingCertificate: isOne ? new Uint8Array(value.toBER(false)) : undefined }
}

function signedDataOf(token: Uint8Array): SignedData | undefined {
  try {
    return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token)).content })
  } catch {
    return undefined
  }
}

async function judgeSigner(
  { time }: TimeStamp,
  { signer, others, signingCertificate }: OpenedToken,
  trusted: TrustedCertificates,
): Promise<CheckLine> {
  const says = `${nameOf(signer.certificate)} has seen the index at ${time}`
  const [own, ...further] = (signingCertificate && parseSigningCertificate(signingCertificate)) ?? []
  if (own === undefined || !(await isNamed(signer, own)))
    return fails(`${says}, but the stamp does not name the certificate of its signer (RFC 5816).`)
  if (!isForTimeStamps(signer.certificate)) return fails(`${says}, but its certificate is not one for time stamps.`)
  const path = await trustedPath(signer, { others, trusted, time: new Date(time) })
  if (path === undefined) return fails(`${says}, but no certificate that you trust stands behind that.`)
  for (const id of further)
    if (!(await isNamedAmong(path, id)))
      return fails(`${says}, but the stamp names a certificate that has no part in it.`)
  return { name, verdict: 'holds', detail: `${says}.` }
}

async function isNamed({ der }: ReadCertificate, { digest, hash, issuerSerial }: CertificateId): Promise<boolean> {
  if (issuerSerial !== undefined && issuerSerial !== issuerSerialIn(der)) return false
  return toHex(new Uint8Array(await crypto.subtle.digest(digest, new Uint8Array(der)))) === hash
}

async function isNamedAmong(path: readonly ReadCertificate[], id: CertificateId): Promise<boolean> {
  for (const each of path) if (await isNamed(each, id)) return true
  return false
}
