import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

interface WorkerdListeners {
  readonly begun?: (pid: number, words: readonly string[]) => void
  /** Called with the words of its command line, whoever ended it. */
  readonly ended?: (words: readonly string[]) => void
}

/** Wrangler does not show its processes; Node tells of every process that it starts. */
export function onWorkerd({ begun, ended }: WorkerdListeners): void {
  subscribe('child_process', (message) => {
    if (!hasProcess(message)) return
    const child = message.process
    // The name of the process is not known before it runs.
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
