import { toHex, utf8 } from '@tallystick/engine/base'
import { sha256 } from '../platform/hasher.ts'
import { oneAnswer } from './bucket-calls.ts'

/** Texts below `once/` are stored once: no code here replaces or removes one; a lock of the bucket refuses both. */
interface OnceObjects {
  /** False when the name is taken; nothing is stored then. */
  readonly put: (name: string, text: string) => Promise<boolean>
  readonly find: (name: string) => Promise<string | undefined>
  /** The names that begin with `prefix` and come after `after`, in the order of their bytes. */
  readonly list: (
    prefix: string,
    page: { readonly after?: string; readonly limit: number },
  ) => Promise<readonly Listed[]>
}

/** `hash` is the SHA-256 of the text in lower-case hex; undefined where R2 does not have it. */
export interface Listed {
  readonly name: string
  readonly hash: string | undefined
}

/** A lock of the bucket forbids changes below this prefix. */
const oncePrefix = 'once/'

/** `folder` ends with a slash. */
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

/** R2's refusal to change a locked object, which may come before R2 checks the condition of the call. */
const isLocked = /\(10069\)/

function nullWhereLocked(error: unknown): null {
  if (error instanceof Error && isLocked.test(error.message)) return null
  throw error
}

const digitCount = 16

/** A count below 2^53, padded so that names sort by their counts. */
export const countName = (count: number): string => String(count).padStart(digitCount, '0')
