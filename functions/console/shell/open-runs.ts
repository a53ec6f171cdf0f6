import { signal } from '@preact/signals'
import type { RunOverview } from '../engine-worker/engine-types.ts'

/** The runs that this page has open, by the id in their address. They are gone with the page. */
export const openRuns = signal<ReadonlyMap<string, RunOverview>>(new Map())

/** Keeps a run open under the id of its address. */
export function keepRun(run: RunOverview): void {
  openRuns.value = new Map(openRuns.value).set(run.id, run)
}
