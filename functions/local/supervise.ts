import { setTimeout as pause } from 'node:timers/promises'
import { onWorkerd } from './workerd-processes.ts'
import { hostname, isAnswering, serveWithWrangler, type Variables, type WranglerWorker } from './wrangler-worker.ts'

interface Supervised {
  /** False as soon as one of its processes has ended. */
  readonly isUp: () => boolean
  readonly stop: () => Promise<void>
}

/** How long wrangler has to restart the process of the Worker; it never restarts the entry process before it. */
const ownRestartMillisecondsMax = 5_000
const retryMilliseconds = 2_000
const probeMilliseconds = 100

/** Serves the Worker on a port, and restarts it. Rejects like `serveWithWrangler` when it cannot begin. */
export async function supervise(port: number, variables: Variables): Promise<Supervised> {
  let worker: WranglerWorker | undefined
  let isUp = false
  let isStopped = false
  /** Whether processes that end now are meant to. */
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
