import { proxy, type Remote, wrap } from 'comlink'
import { frameIsReady, type ReferenceHost, type ReferenceOpening } from './reference-messages.ts'
import { referenceStyle } from './reference-style.ts'

/**
 * Runs in the frame of the API reference, before the bundle of the Scalar library. The frame has no origin, and its
 * policy allows no request: the page around it sends Scalar's requests.
 */

interface Scalar {
  readonly createApiReference: (place: Element, configuration: object) => void
}

declare global {
  interface Window {
    /** Undefined until the bundle has run. */
    readonly Scalar?: Scalar
  }
}

/**
 * In a document without an origin even reading `localStorage` throws. This gives it a storage that lasts as long as the
 * document.
 */
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

/** Tells the page which call is in view, also where the browser refuses to change the frame's own address. */
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

/**
 * Scalar sets its theme once, as a class of the body: this changes the class, and restores it when Scalar sets its own.
 */
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

/**
 * The bundle tests whether text may be run as code. The frame's policy forbids that and would report each test as a
 * breach, so this throws before the policy is asked.
 */
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
