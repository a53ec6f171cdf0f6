import { computed, effect, signal } from '@preact/signals'
import { expose } from 'comlink'
import { apiKey } from '../shell/api-key.ts'
import { theme } from '../shell/theme.ts'
import { frameIsReady, type ReferenceHost, type ReferenceOpening } from './reference-messages.ts'
import { type DescribedPaths, sendTriedCall } from './tried-calls.ts'

interface HostingOptions {
  readonly frame: HTMLIFrameElement
  readonly document: DescribedPaths
  /** Aborted when the page closes the frame. */
  readonly leaving: AbortSignal
}

/** How long the frame may take to load. */
const readyWithinMs = 30_000

/**
 * Hands the document to the frame once the frame has loaded, and serves its requests. The frame has no origin, so its
 * messages are recognised by their window.
 */
export function hostReference({ frame, document, leaving }: HostingOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const tooLong = setTimeout(
    () => reject(new Error('The reference did not load. Check the connection.')),
    readyWithinMs,
  )
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow || data !== frameIsReady) return
    removeEventListener('message', onMessage)
    clearTimeout(tooLong)
    const { port1, port2 } = new MessageChannel()
    leaving.addEventListener('abort', () => port1.close())
    expose(hostFor(document, leaving), port1)
    const opening: ReferenceOpening = {
      document,
      origin: location.origin,
      fragment: location.hash,
      theme: shownTheme.value,
    }
    frame.contentWindow?.postMessage(opening, '*', [port2])
    resolve()
  }
  addEventListener('message', onMessage, { signal: leaving })
  leaving.addEventListener('abort', () => clearTimeout(tooLong))
  // Asks a frame that loaded before this listener was there for its ready message again.
  frame.contentWindow?.postMessage(frameIsReady, '*')
  return promise
}

function hostFor(document: DescribedPaths, leaving: AbortSignal): ReferenceHost {
  return {
    send: (call) =>
      sendTriedCall(call, {
        document,
        origin: location.origin,
        key: apiKey.value,
        fetch: (url, init) => fetch(url, { ...init, signal: leaving }),
      }),
    showFragment: (fragment) => {
      if (/^#[\w%/.{}~-]*$/.test(fragment)) history.replaceState(history.state, '', fragment)
    },
    followTheme: (show) =>
      leaving.addEventListener(
        'abort',
        effect(() => show(shownTheme.value)),
      ),
  }
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const isSystemDark = signal(darkSystem.matches)
darkSystem.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches
})

/** The theme that the visitor sees, for the frame, which the page's style sheets do not reach. */
const shownTheme = computed<'light' | 'dark'>(() =>
  theme.value === 'system' ? (isSystemDark.value ? 'dark' : 'light') : theme.value,
)
