import { toBase64 } from '@tallystick/engine/base'
import { formatKeyCopy, readKeyCopy } from './key-copy.ts'
import type { KeyStore, NamedKey } from './own-close-types.ts'

interface KeptKey extends NamedKey {
  readonly privateKey: CryptoKey
}

/** Ed25519 keys in IndexedDB, whose private part no script can read. */
export const createKeyStore = (): KeyStore => ({
  async list() {
    const keys: KeptKey[] = await inKeys('readonly', (store) => store.getAll())
    return keys.map(({ publicKey, name }) => ({ publicKey, name }))
  },
  async make(name, passphrase) {
    const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    if (!('privateKey' in pair)) throw new Error('Got one key, wanted two')
    const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
    const copy = passphrase === undefined ? undefined : await formatKeyCopy(name, pkcs8, passphrase)
    const made = await keep(name, pkcs8)
    return { ...made, ...(copy !== undefined && { copy }) }
  },
  async take(copy, passphrase) {
    const read = await readKeyCopy(copy, passphrase)
    return read && keep(read.name, read.pkcs8).catch(() => undefined)
  },
  async find(publicKey) {
    const key: KeptKey | undefined = await inKeys('readonly', (store) => store.get(publicKey))
    if (key === undefined) return undefined
    const sign = async (bytes: Uint8Array): Promise<string> =>
      toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, key.privateKey, new Uint8Array(bytes))))
    return { publicKey, name: key.name, sign }
  },
})

const algorithm = { name: 'Ed25519' }

/** Keeps the key so that it signs and cannot be read any more. Rejects for what is no Ed25519 key. */
async function keep(name: string, pkcs8: Uint8Array): Promise<NamedKey> {
  const bytes = new Uint8Array(pkcs8)
  const readable = await crypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', readable)
  const publicKey = `${x.replaceAll('-', '+').replaceAll('_', '/')}=`
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
  const key: KeptKey = { publicKey, name, privateKey }
  await inKeys('readwrite', (store) => store.put(key))
  return { publicKey, name }
}

async function inKeys<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open('tallystick-keys', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys', { keyPath: 'publicKey' })
  const database = await answerOf(opening)
  try {
    return await answerOf(ask(database.transaction('keys', mode).objectStore('keys')))
  } finally {
    database.close()
  }
}

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
