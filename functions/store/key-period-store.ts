import { textsIn } from './json-column.ts'
import { countName, onceObjects } from './once-objects.ts'

/**
 * The notes on the periods of the service's signing keys, oldest first, an object for each length of the list:
 * `once/key-periods/<count>`. An object is never replaced, so that the list is only ever continued. Every function throws
 * `UnavailableError` when R2 does not answer.
 */
export function keyPeriodStore(bucket: R2Bucket) {
  const objects = onceObjects(bucket, 'key-periods/')
  return {
    /** The whole list; empty when there is none, or R2 has something else in its place. */
    async read(): Promise<readonly string[]> {
      const newest = (await objects.list('', { limit: 1_000 })).at(-1)
      return textsIn((newest && (await objects.find(newest.name))) ?? '') ?? []
    },

    /** Stores a list with one note more. False when there is a list of this length already; nothing is stored then. */
    put: (notes: readonly string[]): Promise<boolean> => objects.put(countName(notes.length), JSON.stringify(notes)),
  }
}
