import { render } from 'preact'
import { askBeforeLeaving } from './local-run/kept-results.ts'
import { Pages } from './pages.tsx'
import { listenForPalette } from './shell/commands.ts'
import { followTheme } from './shell/theme.ts'
import { scriptUrl } from './shell/trusted-urls.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

followTheme()
listenForPalette()
askBeforeLeaving()
const page = document.getElementById('page')
if (page === null) throw new Error('The document has no #page')
render(<Pages />, page)
keepOffline()

/**
 * Has the browser keep the page's files for use without a network, once the page is idle. Does nothing where the
 * browser stores nothing, as in a private window.
 */
function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register(scriptUrl('/service-worker.js'), { updateViaCache: 'none' }).catch(() => undefined)
  const whenIdle = () => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: 2_000 })
    else setTimeout(() => void register(), 1_000)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
