import { signal } from '@preact/signals'
import { type Remote, wrap } from 'comlink'
import type { EngineSession } from '../engine-worker/engine-session.ts'
import type { EngineWorker } from '../engine-worker/worker.ts'
import workerUrl from '../engine-worker/worker.ts?worker&url'
import { scriptUrl } from './trusted-urls.ts'

export type Engine = Remote<EngineSession>

let opened: Promise<Engine> | undefined

/** Why the engine could not be loaded at the last attempt. */
export const engineFault = signal<string | undefined>(undefined)

/** The session of this page, begun at the first call. Rejects where the engine cannot be loaded. */
export function openEngine(): Promise<Engine> {
  opened ??= begin()
  return opened
}

async function begin(): Promise<Engine> {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'engine' })
  // A script that cannot be loaded fires an `error` event of the worker, and no call is answered.
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'Its script was not found')))
  })
  try {
    const engine = await Promise.race([wrap<EngineWorker>(worker).open(), failed])
    engineFault.value = undefined
    return engine
  } catch (error) {
    worker.terminate()
    // The next call tries again.
    opened = undefined
    engineFault.value = error instanceof Error ? error.message : String(error)
    throw error
  }
}
