import { toHex, utf8 } from '@tallystick/engine/base'
import { sha256 } from '../platform/hasher.ts'
import { oneAnswer } from './bucket-calls.ts'

/**
 * Texts that are stored once, below `once/` in the bucket: nothing in this program replaces or removes one, and where a
 * Worker is deployed a lock of the bucket refuses both. Every function throws `UnavailableError` when R2 does not answer.
 */
export interface OnceObjects {
  /** Stores a text. False when the name has one already; nothing is stored then. */
  readonly put: (name: string, text: string) => Promise<boolean>
  readonly find: (name: string) => Promise<string | undefined>
  /** The names that begin with `prefix` and come behind `after`, in the order of their bytes. */
  readonly list: (
    prefix: string,
    page: { readonly after?: string; readonly limit: number },
  ) => Promise<readonly Listed[]>
}

/** A name, and the SHA-256 of its text: lower-case hex, undefined where R2 does not have it. */
export interface Listed {
  readonly name: string
  readonly hash: string | undefined
}

/** What begins the names of all of them, and what the lock of the bucket is on. */
export const oncePrefix = 'once/'

/** The texts in a folder, whose path ends with a slash. */
export function onceObjects(bucket: R2Bucket, folder: string): OnceObjects {
  const keyOf = (name: string): string => `${oncePrefix}${folder}${name}`
  return {
    async put(name, text) {
      const stored = await oneAnswer(() =>
        bucket
          .put(keyOf(name), text, {
            onlyIf: { etagDoesNotMatch: '*' },
            sha256: toHex(sha256(utf8(text))),
            httpMetadata: { contentType: 'application/json' },
          })
          .catch(nullWhereLocked),
      )
      return stored !== null
    },
    find: (name) => oneAnswer(async () => (await bucket.get(keyOf(name)))?.text()),
    async list(prefix, { after, limit }) {
      const { objects } = await oneAnswer(() =>
        bucket.list({ prefix: keyOf(prefix), limit, ...(after !== undefined && { startAfter: keyOf(after) }) }),
      )
      return objects.map(({ key, checksums }) => ({
        name: key.slice(keyOf('').length),
        hash: checksums.sha256 && toHex(new Uint8Array(checksums.sha256)),
      }))
    },
  }
}

/** What R2 answers to a change of an object that a lock protects: it may judge that before the condition of the call. */
const isLocked = /\(10069\)/

function nullWhereLocked(error: unknown): null {
  if (error instanceof Error && isLocked.test(error.message)) return null
  throw error
}

const digitCount = 16

/** A count below 2^53 in a name: names in the order of their bytes are in the order of their counts. */
export const countName = (count: number): string => String(count).padStart(digitCount, '0')
