import { toHex, utf8 } from '@tallystick/engine/base'
import { jsonIn } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { countName, onceObjects } from './once-objects.ts'

export interface StoredCheckpoint {
  readonly note: string
  readonly receipt: string
}

/** `hash` is the SHA-256 of the stored object; undefined where R2 does not have it. */
export interface ListedCheckpoint {
  readonly size: number
  readonly hash: string | undefined
}

/**
 * The signed checkpoints of a log, an object for each size: `once/log/<origin>/checkpoint/<size>`. No object is ever
 * replaced, so that a size is signed once, even if the database is lost. Every function throws `UnavailableError` when
 * R2 does not answer.
 */
export function checkpointStore(bucket: R2Bucket, origin: string) {
  const objects = onceObjects(bucket, `log/${origin}/checkpoint/`)
  return {
    /** False when the size already has a checkpoint; nothing is stored then. */
    put: (size: number, checkpoint: StoredCheckpoint): Promise<boolean> =>
      objects.put(countName(size), textOf(checkpoint)),

    /** The checkpoint of this size. An object that cannot be read as one gives empty texts. */
    async find(size: number): Promise<StoredCheckpoint | undefined> {
      const text = await objects.find(countName(size))
      return text === undefined ? undefined : checkpointIn(text)
    },

    /** The sizes above `after` that have a checkpoint, in order. `limit` is 1,000 at most. One call. */
    async listAfter(after: number, limit: number): Promise<readonly ListedCheckpoint[]> {
      const listed = await objects.list('', { after: countName(after), limit })
      return listed.map(({ name, hash }) => ({ size: Number(name), hash }))
    },
  }
}

export const hashOfStored = (checkpoint: StoredCheckpoint): string => toHex(sha256(utf8(textOf(checkpoint))))

const textOf = ({ note, receipt }: StoredCheckpoint): string => JSON.stringify({ note, receipt })

function checkpointIn(text: string): StoredCheckpoint {
  const { note, receipt } = Object(jsonIn(text))
  return typeof note === 'string' && typeof receipt === 'string' ? { note, receipt } : { note: '', receipt: '' }
}
