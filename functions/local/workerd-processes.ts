import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/** What is told of the workerd processes that this process begins from now on. */
export interface WorkerdListeners {
  readonly begun?: (pid: number, words: readonly string[]) => void
  /** With the words of its command line, whoever ended it. */
  readonly ended?: (words: readonly string[]) => void
}

/** Wrangler keeps its processes to itself; Node tells of every process that it begins. */
export function onWorkerd({ begun, ended }: WorkerdListeners): void {
  subscribe('child_process', (message) => {
    if (!hasProcess(message)) return
    const child = message.process
    // What the process is called is not known before it runs.
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
