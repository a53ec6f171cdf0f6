import { AsyncLocalStorage } from 'node:async_hooks'
import type { Isolate } from './isolate.ts'

/** What one request, or one call of the scheduled handler, has used. Found by the asynchronous context. */
export interface WorkScope {
  /** How long a call of D1, KV or R2 is waited for. */
  readonly storageMilliseconds: number
  queryCount: number
  rowsRead: number
  rowsWritten: number
  /** Operations of R2 by price: changes and lists (class A), reads (class B). */
  bucketWrites: number
  bucketReads: number
  /** Streams are not counted. */
  bucketBytesWritten: number
  stepCount: number
  /** The most bytes that one step held in columns and buffers, by its own account. */
  heldBytes: number
  /** Size of the database after the newest query; undefined before the first. */
  databaseBytes?: number
  readonly tasks: DoneTask[]
  /** How the streamed body of the answer ends; undefined without a stream. Never rejects. */
  body?: Promise<BodyEnd>
}

export interface DoneTask {
  readonly task: string
  readonly outcome: 'done' | 'failed'
  readonly milliseconds: number
}

/** `cancelled`: the client went away. */
export type BodyEnd = { readonly end: 'complete' | 'cancelled' } | { readonly end: 'failed'; readonly error: unknown }

const scopes = new AsyncLocalStorage<WorkScope>()

export const openScope = ({ storageMilliseconds }: Pick<Isolate, 'storageMilliseconds'>): WorkScope => ({
  storageMilliseconds,
  queryCount: 0,
  rowsRead: 0,
  rowsWritten: 0,
  bucketWrites: 0,
  bucketReads: 0,
  bucketBytesWritten: 0,
  stepCount: 0,
  heldBytes: 0,
  tasks: [],
})

export const inScope = <Result>(scope: WorkScope, work: () => Result): Result => scopes.run(scope, work)

export const currentScope = (): WorkScope | undefined => scopes.getStore()

/** A function that calls others in the scope of this call. Streams are read outside of the scope. */
export const keepScope = (): (<Result>(work: () => Result) => Result) => AsyncLocalStorage.snapshot()

export function noteHeld(byteCount: number): void {
  const scope = currentScope()
  if (scope !== undefined) scope.heldBytes = Math.max(scope.heldBytes, byteCount)
}
