import { effect, signal } from '@preact/signals'
import type { KeptResult } from '../engine-worker/kept-result.ts'
import { openEngine } from '../shell/engine.ts'

/** The results that the browser keeps on this machine; undefined until the worker has listed them. */
export const keptResults = signal<readonly KeptResult[] | undefined>(undefined)

/** The runs of this page that the browser does not keep, or not yet: leaving the page loses them. */
export const unkeptRuns = signal<ReadonlyMap<string, 'writing' | 'refused'>>(new Map())

export async function listKeptResults(): Promise<void> {
  keptResults.value = await (await openEngine()).keptResults()
}

/** Keeps the files and rules of a run in the browser, so that its result survives a reload and a restart. */
export async function keepResult(id: string): Promise<void> {
  unkeptRuns.value = new Map(unkeptRuns.value).set(id, 'writing')
  try {
    // Where a browser decides without asking, it may clear what was not persisted when room is short.
    void navigator.storage.persist()
    await (await openEngine()).keepResult(id)
    unkeptRuns.value = new Map([...unkeptRuns.value].filter(([each]) => each !== id))
    await listKeptResults()
  } catch {
    unkeptRuns.value = new Map(unkeptRuns.value).set(id, 'refused')
  }
}

export async function forgetResult(id: string): Promise<void> {
  await (await openEngine()).forgetResult(id)
  await listKeptResults()
}

/** Has the browser ask before a page is left whose result nobody keeps. */
export function askBeforeLeaving(): void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  effect(() => {
    if (unkeptRuns.value.size > 0) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  })
}
