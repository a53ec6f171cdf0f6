import {
  derTags,
  derValuesIn,
  derValuesOf,
  formatDer,
  formatDerInteger,
  fromBase64,
  fromHex,
  toBase64,
  toHex,
} from '@tallystick/engine/base'

/**
 * A private key under a passphrase: the EncryptedPrivateKeyInfo of RFC 5958 in PEM (RFC 7468), encrypted by PBES2 (RFC
 * 8018) with PBKDF2 of HMAC-SHA-256 and AES-256-CBC, as OpenSSL reads and writes it. The line before it has the name.
 */

const oids = {
  pbes2: '2a864886f70d01050d',
  pbkdf2: '2a864886f70d01050c',
  hmacSha256: '2a864886f70d0209',
  aes256Cbc: '60864801650304012a',
} as const

/** OWASP's advice of 2023 for PBKDF2 with SHA-256: some tenths of a second for each passphrase that is tried. */
const iterationCount = 600_000
/** More would keep whoever opens a made-up file waiting for minutes. */
const iterationCountMax = 10_000_000
const [saltByteCount, vectorByteCount] = [16, 16]
const label = 'ENCRYPTED PRIVATE KEY'

/** `pkcs8` as text under the passphrase. Takes some tenths of a second. */
export async function formatKeyCopy(name: string, pkcs8: Uint8Array, passphrase: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(saltByteCount))
  const vector = crypto.getRandomValues(new Uint8Array(vectorByteCount))
  const key = await derivedKey(passphrase, { salt, iterations: iterationCount })
  const encrypted = await crypto.subtle.encrypt({ name: cipher, iv: vector }, key, new Uint8Array(pkcs8))
  const { sequence, octetString } = derTags
  const derivation = algorithm(
    oids.pbkdf2,
    formatDer(
      sequence,
      formatDer(octetString, salt),
      formatDerInteger(bytesOf(iterationCount)),
      algorithm(oids.hmacSha256, formatDer(derTags.null)),
    ),
  )
  const encryption = algorithm(oids.aes256Cbc, formatDer(octetString, vector))
  const der = formatDer(
    sequence,
    algorithm(oids.pbes2, formatDer(sequence, derivation, encryption)),
    formatDer(octetString, new Uint8Array(encrypted)),
  )
  const lines = toBase64(der).replaceAll(/.{64}(?=.)/g, '$&\n')
  return `Name: ${name}\n-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}

export interface ReadKeyCopy {
  /** Empty where the copy has none. */
  readonly name: string
  readonly pkcs8: Uint8Array
}

/** Undefined for another text, another passphrase, and a copy that is encrypted in another way. */
export async function readKeyCopy(text: string, passphrase: string): Promise<ReadKeyCopy | undefined> {
  const [, base64 = ''] =
    new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`).exec(text) ?? []
  const [whole] = derValuesIn(fromBase64(base64.replaceAll(/\s/g, '')) ?? new Uint8Array(0))
  const [scheme, encrypted] = derValuesOf(whole, derTags.sequence)
  const [derivation, encryption] = derValuesOf(parametersOf(scheme, oids.pbes2), derTags.sequence)
  const [salt, iterations, ...others] = derValuesOf(parametersOf(derivation, oids.pbkdf2), derTags.sequence)
  const vector = parametersOf(encryption, oids.aes256Cbc)
  const iterationsRead = iterations === undefined ? 0 : numberOf(iterations.content)
  const isSupported =
    salt?.tag === derTags.octetString &&
    parametersOf(others.at(-1), oids.hmacSha256) !== undefined &&
    vector?.content.length === vectorByteCount &&
    iterationsRead > 0 &&
    iterationsRead <= iterationCountMax
  if (!isSupported || encrypted === undefined) return undefined
  const key = await derivedKey(passphrase, { salt: new Uint8Array(salt.content), iterations: iterationsRead })
  const iv = new Uint8Array(vector.content)
  const decrypted = await crypto.subtle
    .decrypt({ name: cipher, iv }, key, new Uint8Array(encrypted.content))
    .catch(() => undefined)
  const pkcs8 = new Uint8Array(decrypted ?? new ArrayBuffer(0))
  // One other passphrase in 256 leaves bytes that only look well padded.
  const [inner] = derValuesIn(pkcs8)
  if (inner?.tag !== derTags.sequence || inner.bytes.length < pkcs8.length) return undefined
  return { name: /^Name: (.+)$/m.exec(text)?.[1]?.trim() ?? '', pkcs8 }
}

const cipher = 'AES-CBC'

interface Derivation {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations: number
}

async function derivedKey(passphrase: string, { salt, iterations }: Derivation) {
  const bytes = new TextEncoder().encode(passphrase)
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(derivation, base, { name: cipher, length: 256 }, false, ['encrypt', 'decrypt'])
}

const algorithm = (oid: string, parameters: Uint8Array): Uint8Array =>
  formatDer(derTags.sequence, formatDer(derTags.objectIdentifier, fromHex(oid)), parameters)

/** The parameters of an AlgorithmIdentifier; undefined for another algorithm. */
function parametersOf(value: ReturnType<typeof derValuesIn>[number] | undefined, oid: string) {
  const [name, parameters] = derValuesOf(value, derTags.sequence)
  return name !== undefined && toHex(name.content) === oid ? parameters : undefined
}

const bytesOf = (number: number): Uint8Array => fromHex(number.toString(16).padStart(8, '0'))

/** Infinity for more than six bytes. */
const numberOf = (bytes: Uint8Array): number =>
  bytes.length > 6 ? Number.POSITIVE_INFINITY : bytes.reduce((sum, byte) => sum * 256 + byte, 0)
