import { signal } from '@preact/signals'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { openEngine } from './engine.ts'
import { runsToClose } from './runs-to-close.ts'

export const openRuns = signal<ReadonlyMap<string, RunOverview>>(new Map())

/** Keeps a run open, and closes older runs where all would not fit into memory. */
export function keepRun(run: RunOverview): void {
  const others = [...openRuns.value.values()].filter(({ id }) => id !== run.id)
  openRuns.value = new Map([...others, run].map((each) => [each.id, each]))
  void closeRuns(runsToClose([...openRuns.value.values()]))
}

export async function closeRuns(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  openRuns.value = new Map([...openRuns.value].filter(([id]) => !ids.includes(id)))
  const engine = await openEngine()
  for (const id of ids) await engine.forget(id)
}
