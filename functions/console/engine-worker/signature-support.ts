/** The x of a generator of edwards25519 (RFC 8032 §5.1): a public key that every implementation takes. */
const anyKey = Uint8Array.of(0x58, ...Array.from({ length: 31 }, () => 0x66))

/** Whether this browser verifies Ed25519: browsers since 2025 do, in a page fetched over HTTPS or from this machine. */
export async function canVerifySignatures(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', anyKey, { name: 'Ed25519' }, false, ['verify'])
    return true
  } catch {
    return false
  }
}
