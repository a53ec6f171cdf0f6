import { fromBase64 } from '@tallystick/engine/base'
import { Certificate, CertificateChainValidationEngine } from 'pkijs'

export interface ReadCertificate {
  readonly certificate: Certificate
  readonly der: Uint8Array
}

/** Trusted certificates of time-stamping authorities: a root, an intermediate, or the authority's own certificate. */
export type TrustedCertificates = readonly ReadCertificate[]

/** The certificates in a PEM file (RFC 7468); undefined where the file has none, or one that cannot be read. */
export function readCertificates(text: string): TrustedCertificates | undefined {
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)]
  const found = blocks.map(([, base64 = '']) => readCertificate(fromBase64(base64.replaceAll(/\s/g, ''))))
  return found.length > 0 && found.every((each) => each !== undefined) ? found : undefined
}

/** Undefined for bytes that are not a certificate in DER. */
export function readCertificate(der: Uint8Array | undefined): ReadCertificate | undefined {
  try {
    return der && { certificate: Certificate.fromBER(new Uint8Array(der)), der }
  } catch {
    return undefined
  }
}

interface PathRequest {
  readonly others: readonly ReadCertificate[]
  readonly trusted: TrustedCertificates
  readonly time: Date
}

/**
 * The path from the signer's certificate to a trusted one, or undefined. Each certificate of the path is valid at
 * `time` and allowed to issue the one before it. A trusted certificate ends the path, whoever issued it.
 */
export async function trustedPath(
  signer: ReadCertificate,
  { others, trusted, time }: PathRequest,
): Promise<readonly ReadCertificate[] | undefined> {
  if (!isValidAt(signer.certificate, time) || hasUnknown(signer.certificate)) return undefined
  if (trusted.some((each) => isSame(each.certificate, signer.certificate))) return [signer]
  const engine = new CertificateChainValidationEngine({
    trustedCerts: trusted.map(({ certificate }) => certificate),
    // The library takes the last certificate of the list as that of the signer.
    certs: [...others.filter((each) => !isSame(each.certificate, signer.certificate)), signer].map(
      ({ certificate }) => certificate,
    ),
    checkDate: time,
  })
  const verified = await engine.verify().catch(() => undefined)
  const path = verified?.result === true ? (verified.certificatePath ?? []) : []
  const known = [signer, ...others, ...trusted]
  const read = path.map((certificate) => known.find((each) => isSame(each.certificate, certificate)))
  const isPath = path[0] !== undefined && isSame(path[0], signer.certificate) && path.every(allowsBelow)
  return isPath && read.every((each) => each !== undefined) ? read : undefined
}

const isSame = ({ tbsView: one }: Certificate, { tbsView: other }: Certificate): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const basicConstraints = '2.5.29.19'

/** Whether a certificate allows the number of certificates below it in the path (RFC 5280 §4.2.1.9). */
function allowsBelow({ extensions = [] }: Certificate, index: number): boolean {
  const found = extensions.find(({ extnID }) => extnID === basicConstraints)
  const lengthMax: unknown = found?.parsedValue?.pathLenConstraint
  return index === 0 || typeof lengthMax !== 'number' || index - 1 <= lengthMax
}

const isValidAt = ({ notBefore, notAfter }: Certificate, time: Date): boolean =>
  notBefore.value <= time && time <= notAfter.value

/** Whether a certificate has a critical extension (RFC 5280 §4.2) that this program does not understand. */
const hasUnknown = ({ extensions = [] }: Certificate): boolean =>
  extensions.some(({ critical, extnID }) => critical && !understood.has(extnID))

/** keyUsage, subjectAltName, basicConstraints, certificatePolicies and extKeyUsage. */
const understood: ReadonlySet<string> = new Set(['2.5.29.15', '2.5.29.17', '2.5.29.19', '2.5.29.32', '2.5.29.37'])

const keyUsage = '2.5.29.15'
const extendedKeyUsage = '2.5.29.37'
const timeStamping = '1.3.6.1.5.5.7.3.8'
/** The first bits of keyUsage (RFC 5280 §4.2.1.3), from the highest: digitalSignature and nonRepudiation. */
const signingBits = 0xc0

/**
 * Whether a certificate is for time stamps only (RFC 3161 §2.3): this is its single extended key usage, and marked
 * critical. If it has a key usage, that allows signatures only.
 */
export function isForTimeStamps({ extensions = [] }: Certificate): boolean {
  const extended = extensions.find(({ extnID }) => extnID === extendedKeyUsage)
  const purposes: unknown = extended?.parsedValue?.keyPurposes
  const isPurpose = Array.isArray(purposes) && purposes.length === 1 && purposes[0] === timeStamping
  return extended?.critical === true && isPurpose && extensions.every(isOfSignatures)
}

function isOfSignatures({ extnID, parsedValue }: NonNullable<Certificate['extensions']>[number]): boolean {
  if (extnID !== keyUsage) return true
  const [first = 0, ...others] = new Uint8Array(parsedValue?.valueBlock?.valueHexView ?? [])
  return (first & signingBits) !== 0 && (first & ~signingBits) === 0 && others.every((byte) => byte === 0)
}

const commonName = '2.5.4.3'

export function nameOf({ subject }: Certificate): string {
  const found = subject.typesAndValues.find(({ type }) => type === commonName)
  return found === undefined ? 'An authority without a name' : String(found.value.valueBlock.value)
}
