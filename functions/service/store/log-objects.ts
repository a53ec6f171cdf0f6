import { checkpointPath, type ReadTile, type TileName } from '@tallystick/engine/log'
import { oneAnswer } from './bucket-calls.ts'
import { logKey } from './object-names.ts'
import { removeFiles } from './remove-objects.ts'

/** The newest published checkpoint of a log, as it is stored. */
export interface PublishedNote {
  /** The signed note. */
  readonly note: string
  /** R2's tag of the object that holds the note. */
  readonly etag: string
}

/** The public files of a log, by their paths in C2SP tlog-tiles. Every function throws `UnavailableError` without R2. */
export interface LogObjects {
  /** The bytes of a tile or an entry bundle; undefined where there is none. One read. */
  readonly read: ReadTile
  /** Puts a file whose content is final. Throws an Error when the path holds other bytes, which are kept. */
  readonly putOnce: (path: string, bytes: Uint8Array) => Promise<void>
  /** Removes files; a missing one is no fault. At most 1,000 of them. */
  readonly discard: (files: readonly TileName[]) => Promise<void>
  /** The newest checkpoint; undefined before the first. */
  readonly newest: () => Promise<PublishedNote | undefined>
  /** Puts the newest checkpoint in place of `before`. False when `before` is not the newest any more; nothing is put then. */
  readonly publish: (note: string, before: PublishedNote | undefined) => Promise<boolean>
}

/** The files of the log of this origin, in the bucket under `log/<origin>/`. */
export function logObjects(bucket: R2Bucket, origin: string): LogObjects {
  const nameOf = (path: string): string => logKey(origin, path)
  const read: ReadTile = (path) => oneAnswer(async () => (await bucket.get(nameOf(path)))?.bytes())
  return {
    read,
    async putOnce(path, bytes) {
      const stored = await oneAnswer(() => bucket.put(nameOf(path), bytes, { ...onlyIfFree, ...binary }))
      if (stored === null && !areEqual(bytes, await read(path)))
        throw new Error(`${path} of a log is final and holds other bytes`)
    },
    discard: (files) => removeFiles(bucket, { of: 'log', origin, files }),
    newest: () =>
      oneAnswer(async () => {
        const found = await bucket.get(nameOf(checkpointPath))
        return found === null ? undefined : { note: await found.text(), etag: found.etag }
      }),
    async publish(note, before) {
      const condition = before === undefined ? onlyIfFree : { onlyIf: { etagMatches: before.etag } }
      return (await oneAnswer(() => bucket.put(nameOf(checkpointPath), note, { ...condition, ...plainText }))) !== null
    },
  }
}

const onlyIfFree = { onlyIf: { etagDoesNotMatch: '*' } }
const binary = { httpMetadata: { contentType: 'application/octet-stream' } }
const plainText = { httpMetadata: { contentType: 'text/plain; charset=utf-8' } }

/** Whether stored bytes are those that are wanted; not where there are none. */
export const areEqual = (bytes: Uint8Array, stored: Uint8Array | undefined): boolean =>
  stored?.length === bytes.length && bytes.every((byte, index) => byte === stored[index])
