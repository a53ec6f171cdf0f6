import type { TestContext } from 'vitest'

/** What the service promises, the figure that is wanted, and the figure that a suite reached. */
export interface Promised {
  readonly property: string
  readonly wanted: string
  readonly reached: string
}

declare module 'vitest' {
  interface TaskMeta {
    promised?: Promised
  }
}

/** Puts a line into the table that ends `npm test` and `npm run test:long`. */
export function notePromise({ task }: TestContext, promised: Promised): void {
  task.meta.promised = promised
}
