import { textsIn } from '@tallystick/schema/json-columns'
import { countName, onceObjects } from './once-objects.ts'

interface StoredNotes {
  readonly place: number
  readonly notes: readonly string[]
}

/** Far more than the service ever stores: an object with a larger number was not written by this service. */
const placeMax = 999_999

/** The notes on the periods of the signing keys, `once/key-periods/<place>`; each list continues the one before. */
export function keyPeriodStore(bucket: R2Bucket) {
  const objects = onceObjects(bucket, 'key-periods/')
  return {
    /** Newest first. An object of another form gives an empty list. */
    async *newestFirst(): AsyncGenerator<StoredNotes> {
      const listed = await objects.list('', { limit: 1_000 })
      const places = listed.map(({ name }) => Number(name)).filter((place) => place <= placeMax)
      for (const place of places.toReversed())
        yield { place, notes: textsIn((await objects.find(countName(place))) ?? '') ?? [] }
    },

    /** False when the place is taken; nothing is stored then. */
    put: ({ place, notes }: StoredNotes): Promise<boolean> => objects.put(countName(place), JSON.stringify(notes)),
  }
}
