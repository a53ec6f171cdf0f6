import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What one request, or one call of the scheduled handler, has used so far. It is found by the asynchronous context, so
 * that the store can count without a parameter through every layer, and one database serves all requests of an isolate.
 */
export interface WorkScope {
  queryCount: number
  rowsRead: number
  rowsWritten: number
  /** Operations of R2 that change or list (class A), and that read (class B). */
  bucketWrites: number
  bucketReads: number
  /** Bytes that were handed to R2 whole; those of streams are not counted. */
  bucketBytesWritten: number
  /** Steps of an instance of a Workflow that were executed. */
  stepCount: number
  /** The most bytes that one of them held in columns and buffers, by its own account. */
  heldBytes: number
  /** Size of the database after the newest query; undefined before the first. */
  databaseBytes?: number
  /** The tasks of a call of the scheduled handler that have come to an end. */
  readonly tasks: DoneTask[]
  /** How the streamed body of the answer ends; undefined unless there is one. Never rejects. */
  body?: Promise<BodyEnd>
}

/** A task of the scheduled handler. */
export interface DoneTask {
  readonly task: string
  readonly outcome: 'done' | 'failed'
  readonly milliseconds: number
}

/** How a streamed body ended: all of it was taken, the client went away, or a fault broke it off. */
export type BodyEnd = { readonly end: 'complete' | 'cancelled' } | { readonly end: 'failed'; readonly error: unknown }

const scopes = new AsyncLocalStorage<WorkScope>()

/** A scope in which nothing has been used. */
export const openScope = (): WorkScope => ({
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

/** Does `work`, and all that it begins, in the scope. */
export const inScope = <Result>(scope: WorkScope, work: () => Result): Result => scopes.run(scope, work)

/** The scope in which the caller runs; undefined outside of any. */
export const currentScope = (): WorkScope | undefined => scopes.getStore()

/** A function that calls others in the scope of this call: streams are read from outside of it. */
export const keepScope = (): (<Result>(work: () => Result) => Result) => AsyncLocalStorage.snapshot()

/** Notes in the scope what a step holds in columns and buffers. */
export function noteHeld(byteCount: number): void {
  const scope = currentScope()
  if (scope !== undefined) scope.heldBytes = Math.max(scope.heldBytes, byteCount)
}
