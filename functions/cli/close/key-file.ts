import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { OwnSigner } from '@tallystick/audit/close/own-signer'
import { fileFault } from '../file-fault.ts'
import type { ConfigResult } from '../read-config.ts'

/** A person's Ed25519 key: PKCS #8 in PEM, as `openssl genpkey -algorithm ed25519` writes it. */
export interface OwnKey extends OwnSigner {
  readonly sign: (bytes: Uint8Array) => string
}

export function readKey(path: string): ConfigResult<OwnKey> {
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(path))
  } catch (error) {
    const isFile = existsSync(path) && error instanceof Error && !('syscall' in error)
    return {
      ok: false,
      faults: [isFile ? `${path}: Got no private key, wanted Ed25519 in PEM` : fileFault(path, error)],
    }
  }
  if (key.asymmetricKeyType !== 'ed25519')
    return { ok: false, faults: [`${path}: Got a key of ${key.asymmetricKeyType}, wanted Ed25519`] }
  return { ok: true, value: ownKey(key) }
}

/** Makes a key in a new file that only its owner reads; of a file that is there, reads the key. */
export function makeKey(path: string): ConfigResult<OwnKey> {
  if (existsSync(path)) return readKey(path)
  const { privateKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  return { ok: true, value: ownKey(privateKey) }
}

function ownKey(key: KeyObject): OwnKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sign: (bytes) => sign(null, bytes, key).toString('base64'),
  }
}
