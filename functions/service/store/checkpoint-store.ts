import { toHex, utf8 } from '@tallystick/engine/base'
import { jsonIn } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { countName, onceObjects } from './once-objects.ts'

/** A signed checkpoint of a log, and the receipt that is the last leaf of its tree. */
export interface StoredCheckpoint {
  /** The signed note. */
  readonly note: string
  /** The line of the receipt. */
  readonly receipt: string
}

/** A size that has a checkpoint, and the hash of what is stored of it. */
export interface ListedCheckpoint {
  readonly size: number
  readonly hash: string | undefined
}

/**
 * The signed checkpoints of the log of this origin, an object for each size: `once/log/<origin>/checkpoint/<size>`. An object
 * is never replaced, so that a size is signed once, whatever becomes of the database. Every function throws
 * `UnavailableError` when R2 does not answer.
 */
export function checkpointStore(bucket: R2Bucket, origin: string) {
  const objects = onceObjects(bucket, `log/${origin}/checkpoint/`)
  return {
    /** Stores the checkpoint of a size. False when the size has one already; nothing is stored then. */
    put: (size: number, checkpoint: StoredCheckpoint): Promise<boolean> =>
      objects.put(countName(size), textOf(checkpoint)),

    /** The checkpoint of a size; undefined when there is none. An object of another form has empty texts. */
    async find(size: number): Promise<StoredCheckpoint | undefined> {
      const text = await objects.find(countName(size))
      return text === undefined ? undefined : checkpointIn(text)
    },

    /** The sizes above `after` that have a checkpoint, in order, at most 1,000 of them. One call. */
    async listAfter(after: number, limit: number): Promise<readonly ListedCheckpoint[]> {
      const listed = await objects.list('', { after: countName(after), limit })
      return listed.map(({ name, hash }) => ({ size: Number(name), hash }))
    },
  }
}

/** SHA-256 of what is stored of a checkpoint. */
export const hashOfStored = (checkpoint: StoredCheckpoint): string => toHex(sha256(utf8(textOf(checkpoint))))

const textOf = ({ note, receipt }: StoredCheckpoint): string => JSON.stringify({ note, receipt })

function checkpointIn(text: string): StoredCheckpoint {
  const { note, receipt } = Object(jsonIn(text))
  return typeof note === 'string' && typeof receipt === 'string' ? { note, receipt } : { note: '', receipt: '' }
}
