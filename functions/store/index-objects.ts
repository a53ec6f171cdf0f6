import { UnavailableError } from './storage-fault.ts'

/** A step of the index log: the heads that were appended to a size, and the signed note of the tree with them. */
export interface IndexStep {
  readonly note: string
  readonly heads: readonly { readonly tenantId: string; readonly line: string }[]
}

/**
 * The steps of the index log of this origin, an object for each size that was appended to: `log/<origin>/next/<size>`.
 * An object is never replaced, so that the log goes on from a size in one way only, whatever becomes of the database.
 * Besides, each signed note: `log/<origin>/checkpoint/<size>`. Every function throws `UnavailableError` without R2.
 */
export const indexObjects = (bucket: R2Bucket, origin: string) => ({
  /** Stores the step from a size. False when there is one already; nothing is stored then. */
  async put(from: number, step: IndexStep): Promise<boolean> {
    const stored = await answerOf(() =>
      bucket.put(nameOf(origin, from), JSON.stringify(step), {
        ...onlyIfFree,
        httpMetadata: { contentType: 'application/json' },
      }),
    )
    return stored !== null
  },

  /** The step from a size; undefined when there is none, or an object of another form. */
  async find(from: number): Promise<IndexStep | undefined> {
    const text = await answerOf(async () => (await bucket.get(nameOf(origin, from)))?.text())
    return text === undefined ? undefined : stepIn(text)
  },

  /** Stores the signed note of a size; one that is there stays. */
  async putCheckpoint(size: number, note: string): Promise<void> {
    await answerOf(() =>
      bucket.put(`log/${origin}/checkpoint/${size}`, note, {
        ...onlyIfFree,
        httpMetadata: { contentType: 'text/plain; charset=utf-8' },
      }),
    )
  },
})

const onlyIfFree = { onlyIf: { etagDoesNotMatch: '*' } }

const nameOf = (origin: string, from: number): string => `log/${origin}/next/${from}`

function stepIn(text: string): IndexStep | undefined {
  try {
    const { note, heads } = Object(JSON.parse(text))
    const isStep =
      typeof note === 'string' &&
      Array.isArray(heads) &&
      heads.every((head) => typeof head?.tenantId === 'string' && typeof head?.line === 'string')
    return isStep ? { note, heads } : undefined
  } catch {
    return undefined
  }
}

async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new UnavailableError('R2 does not answer', { cause })
  }
}
