import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

interface WorkerdListeners {
  readonly begun?: (pid: number, words: readonly string[]) => void
  /** Called with the words of the process's command line, whoever ended the process. */
  readonly ended?: (words: readonly string[]) => void
}

/**
 * Calls the listeners for workerd processes. Wrangler does not show the processes that it starts, but Node reports each
 * one.
 */
export function onWorkerd({ begun, ended }: WorkerdListeners): void {
  subscribe('child_process', (message) => {
    if (!hasProcess(message)) return
    const child = message.process
    // The name of a process is known only once it runs.
    child.once('spawn', () => {
      if (isWorkerd(child) && child.pid !== undefined) begun?.(child.pid, child.spawnargs)
    })
    child.once('exit', () => {
      if (isWorkerd(child)) ended?.(child.spawnargs)
    })
  })
}

const isWorkerd = ({ spawnfile }: ChildProcess): boolean => /workerd/.test(spawnfile)

const hasProcess = (message: unknown): message is { readonly process: ChildProcess } =>
  typeof message === 'object' && message !== null && 'process' in message
