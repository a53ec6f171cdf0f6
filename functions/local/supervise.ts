import { setTimeout as pause } from 'node:timers/promises'
import { onWorkerd } from './workerd-processes.ts'
import { hostname, isAnswering, serveWithWrangler, type Variables, type WranglerWorker } from './wrangler-worker.ts'

interface Supervised {
  /** Whether the Worker answers; false as soon as one of its processes has ended. */
  readonly isUp: () => boolean
  readonly stop: () => Promise<void>
}

/**
 * For how long wrangler may restart the Worker's process by itself. Wrangler never restarts the entry process in front
 * of it.
 */
const ownRestartMillisecondsMax = 5_000
const retryMilliseconds = 2_000
const probeMilliseconds = 100

/**
 * Serves the Worker on a port, and restarts it when it ends. Rejects like `serveWithWrangler` where it cannot begin.
 */
export async function supervise(port: number, variables: Variables): Promise<Supervised> {
  let worker: WranglerWorker | undefined
  let isUp = false
  let isStopped = false
  /** Whether a restart or a stop is going on, so that processes are expected to end. */
  let isReplacing = true
  let isEntryLost = false
  let repair: Promise<void> | undefined

  const replace = async () => {
    isReplacing = true
    await worker?.stop().catch(() => {})
    isEntryLost = false
    worker = isStopped ? undefined : await serveWithWrangler(port, variables)
    isReplacing = false
  }
  const mend = async () => {
    console.error('the Worker was ended from outside and is being started again')
    const end = Date.now() + ownRestartMillisecondsMax
    while (!isUp && !isEntryLost && !isStopped && Date.now() < end) {
      await pause(probeMilliseconds)
      isUp = await isAnswering(port)
    }
    while (!isUp && !isStopped) {
      try {
        await replace()
        isUp = await isAnswering(port)
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
        await pause(retryMilliseconds)
      }
    }
    if (isUp) console.error('the Worker answers again')
  }
  const ended = (words: readonly string[]): void => {
    if (isReplacing || isStopped) return
    isUp = false
    isEntryLost ||= words.some((word) => word.endsWith(`entry=${hostname}:${port}`))
    repair ??= mend().finally(() => {
      repair = undefined
    })
  }
  onWorkerd({ ended })
  await replace()
  isUp = true
  return {
    isUp: () => isUp,
    stop: async () => {
      isStopped = true
      await repair
      await worker?.stop()
    },
  }
}
