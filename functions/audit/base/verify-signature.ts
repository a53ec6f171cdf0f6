import type { VerifySignature } from '@tallystick/engine/log'

/** Verifies an Ed25519 signature (RFC 8032) with the Web Crypto API. */
export const verifySignature: VerifySignature = async ({ publicKey, message, signature }) => {
  // Each array is copied, since the types of a browser refuse bytes that could be shared memory.
  const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm, key, new Uint8Array(signature), new Uint8Array(message))
}

const algorithm = { name: 'Ed25519' }
