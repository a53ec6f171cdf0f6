import { UnavailableError } from './storage-fault.ts'

/** A signed checkpoint of a log, and the receipt that is the last leaf of its tree. */
export interface StoredCheckpoint {
  /** The signed note. */
  readonly note: string
  /** The line of the receipt. */
  readonly receipt: string
}

/**
 * The signed checkpoints of the log of this origin, an object for each size: `log/<origin>/checkpoint/<size>`. An object
 * is never replaced, so that a size is signed once, whatever becomes of the database. Every function throws
 * `UnavailableError` when R2 does not answer.
 */
export const checkpointStore = (bucket: R2Bucket, origin: string) => ({
  /** Stores the checkpoint of a size. False when the size has one already; nothing is stored then. */
  async put(size: number, { note, receipt }: StoredCheckpoint): Promise<boolean> {
    const stored = await answerOf(() =>
      bucket.put(nameOf(origin, size), JSON.stringify({ note, receipt }), {
        onlyIf: { etagDoesNotMatch: '*' },
        httpMetadata: { contentType: 'application/json' },
      }),
    )
    return stored !== null
  },

  /** The checkpoint of a size; undefined when there is none. An object of another form has empty texts. */
  async find(size: number): Promise<StoredCheckpoint | undefined> {
    const text = await answerOf(async () => (await bucket.get(nameOf(origin, size)))?.text())
    return text === undefined ? undefined : checkpointIn(text)
  },

  /** Whether any size has a checkpoint. */
  async hasAny(): Promise<boolean> {
    const { objects } = await answerOf(() => bucket.list({ prefix: prefixOf(origin), limit: 1 }))
    return objects.length > 0
  },
})

const prefixOf = (origin: string): string => `log/${origin}/checkpoint/`
const nameOf = (origin: string, size: number): string => `${prefixOf(origin)}${size}`

function checkpointIn(text: string): StoredCheckpoint {
  try {
    const { note, receipt } = Object(JSON.parse(text))
    if (typeof note === 'string' && typeof receipt === 'string') return { note, receipt }
  } catch {
    // Falls through: what is no JSON has neither text.
  }
  return { note: '', receipt: '' }
}

async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new UnavailableError('R2 does not answer', { cause })
  }
}
