import { checkpointPath, type ReadTile, type TileName } from '@tallystick/engine/log'
import { oneAnswer } from './bucket-calls.ts'
import { logKey } from './object-names.ts'
import { removeFiles } from './remove-objects.ts'

export interface PublishedNote {
  readonly note: string
  readonly etag: string
}

/**
 * The public files of a log, by their paths in C2SP tlog-tiles. Every function throws `UnavailableError` without R2.
 */
export interface LogObjects {
  /** Reads a tile or an entry bundle; undefined where there is none. One read. */
  readonly read: ReadTile
  /** Stores a file whose content is final. Throws an Error when the path holds other bytes, which stay. */
  readonly putOnce: (path: string, bytes: Uint8Array) => Promise<void>
  /** Removes at most 1,000 files. A missing one is no fault. */
  readonly discard: (files: readonly TileName[]) => Promise<void>
  /** Undefined before the first checkpoint. */
  readonly newest: () => Promise<PublishedNote | undefined>
  /** Replaces the checkpoint `before`. Undefined, and nothing is stored, when another one is the newest by now. */
  readonly publish: (note: string, before: PublishedNote | undefined) => Promise<PublishedNote | undefined>
}

/** The files are below `log/<origin>/` in the bucket. */
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
      const stored = await oneAnswer(() => bucket.put(nameOf(checkpointPath), note, { ...condition, ...plainText }))
      return stored === null ? undefined : { note, etag: stored.etag }
    },
  }
}

const onlyIfFree = { onlyIf: { etagDoesNotMatch: '*' } }
const binary = { httpMetadata: { contentType: 'application/octet-stream' } }
const plainText = { httpMetadata: { contentType: 'text/plain; charset=utf-8' } }

/** Whether the stored bytes equal the wanted bytes; false when nothing is stored. */
export const areEqual = (bytes: Uint8Array, stored: Uint8Array | undefined): boolean =>
  stored?.length === bytes.length && bytes.every((byte, index) => byte === stored[index])
