import { proxy, type Remote, wrap } from 'comlink'
import { frameIsReady, type ReferenceHost, type ReferenceOpening } from './reference-messages.ts'
import { referenceStyle } from './reference-style.ts'

/**
 * What runs in the frame of the API reference, before Scalar's bundle and unchanged by it. The frame is sandboxed without an
 * origin, and its policy allows no request: what Scalar shows and sends comes and goes through the page around it.
 */

interface Scalar {
  readonly createApiReference: (place: Element, configuration: object) => void
}

declare global {
  interface Window {
    /** What the bundle defines once it has run. */
    readonly Scalar?: Scalar
  }
}

/** A document without an origin may not store anything, and even to ask is an error: it gets a store that ends with it. */
function giveStorage(name: 'localStorage' | 'sessionStorage'): void {
  const kept = new Map<string, string>()
  const storage: Storage = {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()].at(index) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
  Object.defineProperty(window, name, { value: storage })
}

/** Tells the page which call is in view, so that its address leads there. Whatever the history allows here, this is known. */
function followFragment(show: (fragment: string) => void): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history)
    history[name] = (state, unused, url) => {
      original(state, unused, url)
      if (url !== undefined && url !== null) show(new URL(url, location.href).hash)
    }
  }
}

/** Hands a request to the page, which sends it to the service. */
function fetchThrough(host: Remote<ReferenceHost>) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const answer = await host.send({
      method: request.method,
      url: request.url,
      headers: [...request.headers],
      ...(hasBody && { body: await request.arrayBuffer() }),
    })
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : answer.body, {
      status: answer.status,
      statusText: answer.statusText,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    })
  }
}

const configurationOf = ({ document, origin, theme }: ReferenceOpening) => ({
  content: document,
  servers: [{ url: origin, description: 'This service' }],
  theme: 'none',
  customCss: referenceStyle,
  forceDarkModeState: theme,
  darkMode: theme === 'dark',
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})

async function open(opening: ReferenceOpening, port: MessagePort): Promise<void> {
  const place = document.getElementById('reference')
  const { Scalar } = window
  if (place === null || Scalar === undefined) throw new Error('The bundle of the reference did not load')
  const host = wrap<ReferenceHost>(port)
  history.replaceState(null, '', opening.fragment)
  followFragment((fragment) => void host.showFragment(fragment))
  const customFetch = fetchThrough(host)
  Scalar.createApiReference(place, { ...configurationOf(opening), customFetch })
  await host.followTheme(proxy(keepTheme()))
}

/** Scalar has a theme once and for all, as classes of the body: they are changed here, and back should it set them anew. */
function keepTheme(): (theme: 'light' | 'dark') => void {
  let wanted: 'light' | 'dark' | undefined
  const apply = () => {
    const { classList } = document.body
    if (wanted === undefined || (classList.contains(`${wanted}-mode`) && classList.length === 1)) return
    document.body.className = `${wanted}-mode`
  }
  new MutationObserver(apply).observe(document.body, { attributeFilter: ['class'] })
  return (theme) => {
    wanted = theme
    apply()
  }
}

/** The bundle asks whether text may become code. The policy says no and reports a breach, so it is told no before. */
function refuseCodeOfText(): void {
  const refuse = () => {
    throw new EvalError('No text becomes code here')
  }
  window.Function = new Proxy(Function, { apply: refuse, construct: refuse })
}

refuseCodeOfText()
giveStorage('localStorage')
giveStorage('sessionStorage')
addEventListener('load', () => {
  // Without the bundle the frame stays silent, and the page says that it did not load.
  if (window.Scalar === undefined) return
  addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<ReferenceOpening>) => {
    if (source !== window.parent) return
    if (port === undefined) window.parent.postMessage(frameIsReady, '*')
    else void open(data, port)
  })
  window.parent.postMessage(frameIsReady, '*')
})
