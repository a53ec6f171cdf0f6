import { jsonIn } from '@tallystick/schema/json-columns'
import { countName, onceObjects } from './once-objects.ts'

/** One growth of the index log: the heads that were appended, and the signed note of the tree with them. */
export interface IndexStep {
  readonly note: string
  readonly heads: readonly { readonly tenantId: string; readonly line: string }[]
}

interface IndexedHead {
  readonly entry: number
  readonly line: string
}

/**
 * The objects of the index log of this origin, none of which is ever replaced. `once/log/<origin>/next/<size>` is the
 * step from that size, so that the log grows from a size in one way only. `once/log/<origin>/head/<name of the
 * log>/<2^53 - 1 - size>` are the heads of a tenant's log in the index, newest first by name. Neither depends on the
 * database. Every function throws `UnavailableError` without R2.
 */
export function indexObjects(bucket: R2Bucket, origin: string) {
  const steps = onceObjects(bucket, `log/${origin}/next/`)
  const heads = onceObjects(bucket, `log/${origin}/head/`)
  return {
    /** False when there already is a step from this size; nothing is stored then. */
    put: (from: number, step: IndexStep): Promise<boolean> => steps.put(countName(from), JSON.stringify(step)),

    /** Undefined when there is no step from this size, or an object of another form. */
    async find(from: number): Promise<IndexStep | undefined> {
      const text = await steps.find(countName(from))
      return text === undefined ? undefined : stepIn(text)
    },

    /** Stores a head of the index. An existing one stays. */
    async putHead({ log, size }: { readonly log: string; readonly size: number }, head: IndexedHead): Promise<void> {
      await heads.put(nameOfHead(log, size), JSON.stringify(head))
    },

    hasHead: async ({ log, size }: { readonly log: string; readonly size: number }): Promise<boolean> =>
      (await heads.find(nameOfHead(log, size))) !== undefined,

    /** Undefined when the index has no head of this log. Two calls. */
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
