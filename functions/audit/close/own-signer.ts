import { formatSigned, type SignedLine, signedBytes, type Unsigned } from '@tallystick/engine/close'

/** A person's Ed25519 key. */
export interface OwnSigner {
  /** The public key, base64 of 32 bytes. */
  readonly publicKey: string
  /** The signature of the bytes, in base64. */
  readonly sign: (bytes: Uint8Array) => string | Promise<string>
}

/** The line with its key and signature, ended by a newline. */
export async function signLine({ publicKey, sign }: OwnSigner, line: Unsigned<SignedLine>): Promise<string> {
  const unsigned = { ...line, key: publicKey, signature: '' }
  return `${formatSigned({ ...unsigned, signature: await sign(signedBytes(unsigned)) })}\n`
}
