import type { VerifySignature } from '@tallystick/engine'

/** Whether an Ed25519 signature (RFC 8032) holds, by the Web Crypto API of the platform. */
export const verifySignature: VerifySignature = async ({ publicKey, message, signature }) => {
  const key = await crypto.subtle.importKey('raw', publicKey, algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm, key, signature, message)
}

const algorithm = { name: 'Ed25519' }
