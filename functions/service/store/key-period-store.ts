import { textsIn } from '@tallystick/schema/json-columns'
import { countName, onceObjects } from './once-objects.ts'

/** A list of notes as it was stored, and its place among all lists. */
export interface StoredNotes {
  readonly place: number
  readonly notes: readonly string[]
}

/** Far more than there are keys: whatever has a larger place is none of ours. */
const placeMax = 999_999

/**
 * The notes on the periods of the service's signing keys, an object for each list: `once/key-periods/<place>`. An object is
 * never replaced; a list continues one before. Every function throws `UnavailableError` when R2 does not answer.
 */
export function keyPeriodStore(bucket: R2Bucket) {
  const objects = onceObjects(bucket, 'key-periods/')
  return {
    /** The lists, newest first. What is no list of texts is an empty one. */
    async *newestFirst(): AsyncGenerator<StoredNotes> {
      const listed = await objects.list('', { limit: 1_000 })
      const places = listed.map(({ name }) => Number(name)).filter((place) => place <= placeMax)
      for (const place of places.toReversed())
        yield { place, notes: textsIn((await objects.find(countName(place))) ?? '') ?? [] }
    },

    /** Stores a list. False when the place has one already; nothing is stored then. */
    put: ({ place, notes }: StoredNotes): Promise<boolean> => objects.put(countName(place), JSON.stringify(notes)),
  }
}
