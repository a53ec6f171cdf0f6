import { render } from 'preact'
import { askBeforeLeaving } from './local-run/kept-results.ts'
import { loadWritten, Pages } from './pages.tsx'
import { listenForPalette } from './shell/commands.ts'
import { keepingView } from './shell/keeping-view.ts'
import { followTheme } from './shell/theme.ts'
import { scriptUrl } from './shell/trusted-urls.ts'
import { whenIdle } from './shell/when-idle.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

followTheme()
listenForPalette()
askBeforeLeaving()
void show()
void keepOffline()

/**
 * Shows the page. Of a page that the document holds, Preact takes over the elements and changes those that differ, such as
 * the chosen theme; it stays as it stands until its code is there.
 */
async function show(): Promise<void> {
  // The script is `async`, so that the browser scrolls to the heading in the address without waiting for it.
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  const page = document.getElementById('page')
  if (page === null) throw new Error('The document has no #page')
  if (document.querySelector('#content > *') !== null)
    try {
      await loadWritten(location.pathname)
    } catch {
      // The text can be read, and its links lead on, without the code.
      page.dataset['codeless'] = ''
      return
    }
  // Preact fails to take over an empty element in which it has to wait for code. Only the header stands in the document.
  else page.replaceChildren()
  keepingView(page, () => render(<Pages />, page))
  // The browser goes to the place in the address at once, and smoothly to those that somebody chooses.
  document.documentElement.dataset['shown'] = ''
}

/** Has the browser keep the page's files for use without a network. Does nothing where it stores nothing. */
async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await whenIdle()
  // A private window refuses.
  await navigator.serviceWorker.register(scriptUrl('/service-worker.js'), { updateViaCache: 'none' }).catch(() => {})
}
