import { jsonIn } from './json-column.ts'
import { countName, onceObjects } from './once-objects.ts'

/** A step of the index log: the heads that were appended to a size, and the signed note of the tree with them. */
export interface IndexStep {
  readonly note: string
  readonly heads: readonly { readonly tenantId: string; readonly line: string }[]
}

/**
 * The steps of the index log of this origin, an object for each size that was appended to: `once/log/<origin>/next/<size>`.
 * An object is never replaced, so that the log goes on from a size in one way only, whatever becomes of the database.
 * Every function throws `UnavailableError` without R2.
 */
export function indexObjects(bucket: R2Bucket, origin: string) {
  const steps = onceObjects(bucket, `log/${origin}/next/`)
  return {
    /** Stores the step from a size. False when there is one already; nothing is stored then. */
    put: (from: number, step: IndexStep): Promise<boolean> => steps.put(countName(from), JSON.stringify(step)),

    /** The step from a size; undefined when there is none, or an object of another form. */
    async find(from: number): Promise<IndexStep | undefined> {
      const text = await steps.find(countName(from))
      return text === undefined ? undefined : stepIn(text)
    },
  }
}

function stepIn(text: string): IndexStep | undefined {
  const { note, heads } = Object(jsonIn(text))
  const isStep =
    typeof note === 'string' &&
    Array.isArray(heads) &&
    heads.every((head) => typeof head?.tenantId === 'string' && typeof head?.line === 'string')
  return isStep ? { note, heads } : undefined
}
