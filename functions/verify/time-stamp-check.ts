import {
  fromBase64,
  parseNote,
  parseTimeStampResponse,
  type Sha256,
  type TimeStamp,
  toHex,
  utf8,
} from '@tallystick/engine'
import { Certificate, ContentInfo, SignedData } from 'pkijs'
import type { CheckLine } from './check-lines.ts'

/** The certificates of time-stamping authorities that a person trusts. */
export type TrustedCertificates = readonly Certificate[]

/** The certificates in the text of a PEM file (RFC 7468); undefined where there is none, or one cannot be read. */
export function readCertificates(text: string): TrustedCertificates | undefined {
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)]
  try {
    const found = blocks.map(([, base64 = '']) => Certificate.fromBER(bytesOf(base64.replaceAll(/\s/g, ''))))
    return found.length > 0 ? found : undefined
  } catch {
    return undefined
  }
}

/**
 * `timestamp`: an authority has stamped the text of the note (RFC 3161). Its signature is verified in any case, and its
 * certificate by one of `trusted`, as of the time of the stamp; without any, what the stamp says is not proven.
 */
export async function checkTimeStamp(
  sha256: Sha256,
  { stamp, note }: StampedNote,
  trusted: TrustedCertificates,
): Promise<CheckLine> {
  const read = parseTimeStampResponse(bytesOf(stamp))
  const parsed = parseNote(note)
  if (!read.ok) return fails(`${read.detail}.`)
  const text = utf8(parsed.ok ? parsed.value.text : '')
  const hash = toHex(sha256(text))
  if (read.value.hash !== hash)
    return { ...fails('The stamp is of another text.'), expected: hash, found: read.value.hash }
  return checkToken(read.value, text, trusted)
}

interface StampedNote {
  /** The answer of the authority: DER in base64. */
  readonly stamp: string
  readonly note: string
}

/** No bytes where the text is not base64, which are read as neither a stamp nor a certificate. */
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(fromBase64(base64) ?? [])

const name = 'timestamp'
const fails = (detail: string): CheckLine => ({ name, verdict: 'does not hold', detail })

async function checkToken(stamp: TimeStamp, text: Uint8Array, trusted: TrustedCertificates): Promise<CheckLine> {
  const signed = signedDataOf(stamp)
  if (signed === undefined) return fails('The stamp is not signed as CMS has it.')
  const verified = await verifyToken(signed, { time: stamp.time, text, trusted })
  if (!verified.isSigned) return fails('The signature of the stamp does not hold.')
  const says = `${verified.signer} has seen the index at ${stamp.time}`
  if (trusted.length === 0)
    return {
      name,
      verdict: 'not proven',
      detail: `${says}, if the certificate in the stamp is its own: name the one that you trust.`,
    }
  if (!verified.isTrusted) return fails(`${says}, but no certificate that you trust stands behind that.`)
  if (!verified.maySign) return fails(`${says}, but its certificate is not one for time stamps.`)
  return { name, verdict: 'holds', detail: `${says}.` }
}

function signedDataOf({ token }: TimeStamp): SignedData | undefined {
  try {
    return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token)).content })
  } catch {
    return undefined
  }
}

interface TokenVerdict {
  readonly isSigned: boolean
  /** Whether a trusted certificate leads to the signer's, at the time of the stamp. */
  readonly isTrusted: boolean
  /** Whether the signer's certificate is for time stamps alone (RFC 3161 §2.3). */
  readonly maySign: boolean
  readonly signer: string
}

async function verifyToken(
  signed: SignedData,
  { time, text, trusted }: { readonly time: string; readonly text: Uint8Array; readonly trusted: TrustedCertificates },
): Promise<TokenVerdict> {
  const once = (checkChain: boolean) =>
    signed
      .verify({
        signer: 0,
        data: new Uint8Array(text).buffer,
        trustedCerts: [...trusted],
        checkChain,
        checkDate: new Date(time),
        extendedMode: true,
      })
      .catch(() => undefined)
  const plain = await once(false)
  const chained = trusted.length > 0 ? await once(true) : undefined
  const certificate = plain?.signerCertificate ?? undefined
  return {
    isSigned: plain?.signatureVerified === true,
    isTrusted: chained?.signerCertificateVerified === true && chained.signatureVerified === true,
    maySign: certificate !== undefined && isForTimeStamps(certificate),
    signer: certificate === undefined ? 'An authority' : nameOf(certificate),
  }
}

/** extKeyUsage and id-kp-timeStamping (RFC 5280 §4.2.1.12). */
const extendedKeyUsage = '2.5.29.37'
const timeStamping = '1.3.6.1.5.5.7.3.8'

function isForTimeStamps({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === extendedKeyUsage)
  const purposes: unknown = usage?.parsedValue?.keyPurposes
  return usage?.critical === true && Array.isArray(purposes) && purposes.length === 1 && purposes[0] === timeStamping
}

const commonName = '2.5.4.3'

function nameOf({ subject }: Certificate): string {
  const found = subject.typesAndValues.find(({ type }) => type === commonName)
  return found === undefined ? 'An authority without a name' : String(found.value.valueBlock.value)
}
