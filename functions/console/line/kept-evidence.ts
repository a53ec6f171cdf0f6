import { signal } from '@preact/signals'
import type { RunEvidence } from './run-evidence.ts'

/** The evidence of open runs, by the id of the run. Runs made here have none. */
export const evidenceByRun = signal<ReadonlyMap<string, RunEvidence>>(new Map())

export function keepEvidence(id: string, evidence: RunEvidence): void {
  evidenceByRun.value = new Map(evidenceByRun.value).set(id, evidence)
}
