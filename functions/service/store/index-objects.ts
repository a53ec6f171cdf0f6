import { jsonIn } from '@tallystick/schema/json-columns'
import { countName, onceObjects } from './once-objects.ts'

/** A step of the index log: the heads that were appended to a size, and the signed note of the tree with them. */
export interface IndexStep {
  readonly note: string
  readonly heads: readonly { readonly tenantId: string; readonly line: string }[]
}

/** A head with its entry of the index log. */
export interface IndexedHead {
  readonly entry: number
  readonly line: string
}

/**
 * What is stored once of the index log of this origin: for each size that was appended to the step from there,
 * `once/log/<origin>/next/<size>`, so that the log goes on from a size in one way only; and for each log the heads that the
 * index has of it, `once/log/<origin>/head/<name of the log>/<2^53 - 1 - size>`, whose names have the newest first. Neither
 * depends on the database. Every function throws `UnavailableError` without R2.
 */
export function indexObjects(bucket: R2Bucket, origin: string) {
  const steps = onceObjects(bucket, `log/${origin}/next/`)
  const heads = onceObjects(bucket, `log/${origin}/head/`)
  return {
    /** Stores the step from a size. False when there is one already; nothing is stored then. */
    put: (from: number, step: IndexStep): Promise<boolean> => steps.put(countName(from), JSON.stringify(step)),

    /** The step from a size; undefined when there is none, or an object of another form. */
    async find(from: number): Promise<IndexStep | undefined> {
      const text = await steps.find(countName(from))
      return text === undefined ? undefined : stepIn(text)
    },

    /** Stores a head of the log of this name, as it stands in the index; one that is there stays. */
    async putHead({ log, size }: { readonly log: string; readonly size: number }, head: IndexedHead): Promise<void> {
      await heads.put(nameOfHead(log, size), JSON.stringify(head))
    },

    /** Whether the index has the head of this size of the log of this name. One call. */
    hasHead: async ({ log, size }: { readonly log: string; readonly size: number }): Promise<boolean> =>
      (await heads.find(nameOfHead(log, size))) !== undefined,

    /** The newest head that the index has of the log of this name; undefined when it has none. Two calls. */
    async newestHead(log: string): Promise<IndexedHead | undefined> {
      const [newest] = await heads.list(`${log}/`, { limit: 1 })
      return newest && headIn((await heads.find(newest.name)) ?? '')
    },
  }
}

const nameOfHead = (log: string, size: number): string => `${log}/${countName(Number.MAX_SAFE_INTEGER - size)}`

function stepIn(text: string): IndexStep | undefined {
  const { note, heads } = Object(jsonIn(text))
  const isStep =
    typeof note === 'string' &&
    Array.isArray(heads) &&
    heads.every((head) => typeof head?.tenantId === 'string' && typeof head?.line === 'string')
  return isStep ? { note, heads } : undefined
}

function headIn(text: string): IndexedHead {
  const { entry, line } = Object(jsonIn(text))
  if (Number.isSafeInteger(entry) && typeof line === 'string') return { entry, line }
  throw new Error('An object of a head in the index is none')
}
