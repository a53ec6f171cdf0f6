import { toBase64 } from '@tallystick/engine/base'
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
  async make(name) {
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    if (!('privateKey' in pair)) throw new Error('Got one key, wanted two')
    const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
    const key: KeptKey = { publicKey, name, privateKey: pair.privateKey }
    await inKeys('readwrite', (store) => store.put(key))
    return { publicKey, name }
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
