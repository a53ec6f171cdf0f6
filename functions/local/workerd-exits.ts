import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/**
 * Calls `listener` with the words of its command line whenever a workerd that this process has begun from now on ends,
 * whoever ended it. Wrangler keeps its
 * processes to itself; Node tells of every process that it begins.
 */
export function onWorkerdExit(listener: (words: readonly string[]) => void): void {
  subscribe('child_process', (message) => {
    if (!hasProcess(message)) return
    const child = message.process
    // What the process is called is not known before it runs.
    child.once('exit', () => {
      if (/workerd/.test(child.spawnfile)) listener(child.spawnargs)
    })
  })
}

const hasProcess = (message: unknown): message is { readonly process: ChildProcess } =>
  typeof message === 'object' && message !== null && 'process' in message
