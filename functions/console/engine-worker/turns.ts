import { Cancelled } from '@tallystick/audit/base/cancelled'

/** One computation. It goes on until it is ended or another of the same name begins. */
export interface Turn {
  /** Lets waiting messages in; throws `Cancelled` where one of them ended the turn. */
  readonly pause: () => Promise<void>
  /** Whether progress should be reported now: ten times a second. */
  readonly isDue: () => boolean
}

export interface Turns {
  /** Begins a turn, and ends the earlier turn of the same name. */
  readonly begin: (name: string) => Turn
  readonly end: (name: string) => void
}

const millisecondsBetween = 100

/** Allows one computation at a time for each name. */
export function createTurns(): Turns {
  const current = new Map<string, symbol>()
  return {
    begin(name) {
      const own = Symbol(name)
      current.set(name, own)
      let last = performance.now()
      return {
        async pause() {
          await nextMessage()
          if (current.get(name) !== own) throw new Cancelled(name)
        },
        isDue() {
          const now = performance.now()
          if (now - last < millisecondsBetween) return false
          last = now
          return true
        },
      }
    },
    end: (name) => void current.delete(name),
  }
}

/** Resolves once the waiting messages are handled. A message channel is used because browsers delay timers. */
function nextMessage(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const onMessage = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', onMessage, { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

/** Undefined where the turn was ended. */
export async function untilCancelled<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Cancelled) return undefined
    throw error
  }
}
