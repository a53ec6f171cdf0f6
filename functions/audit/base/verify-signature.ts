import type { VerifySignature } from '@tallystick/engine/log'

/** Whether an Ed25519 signature (RFC 8032) holds, by the Web Crypto API of the platform. */
export const verifySignature: VerifySignature = async ({ publicKey, message, signature }) => {
  // A browser's types refuse bytes that could be shared memory: these are copies.
  const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm, key, new Uint8Array(signature), new Uint8Array(message))
}

const algorithm = { name: 'Ed25519' }
