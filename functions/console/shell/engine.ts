import { type Remote, wrap } from 'comlink'
import type { EngineSession } from '../engine-worker/engine-session.ts'
import type { EngineWorker } from '../engine-worker/worker.ts'
import workerUrl from '../engine-worker/worker.ts?worker&url'
import { scriptUrl } from './trusted-urls.ts'

/** The engine in its Web Worker: every member is a question that it answers in time. */
export type Engine = Remote<EngineSession>

let opened: Promise<Engine> | undefined

/** The session of this page, begun when the first page asks for it. */
export function openEngine(): Promise<Engine> {
  opened ??= wrap<EngineWorker>(new Worker(scriptUrl(workerUrl), { type: 'module', name: 'engine' })).open()
  return opened
}
