import { Suspense } from 'preact/compat'
import { useErrorBoundary, useRef } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso'
import { HomePage } from './home/home-page.tsx'
import { isPaletteOpen } from './shell/commands.ts'
import { engineFault } from './shell/engine.ts'
import { lazyPart } from './shell/lazy-part.ts'
import { PageFault } from './shell/page-fault.tsx'
import { PageHeader } from './shell/page-header.tsx'

const DocsPage = lazyPart(() => import('./docs/docs-page.tsx').then((module) => module.DocsPage))
const GuidePage = lazyPart(() => import('./docs/guide-page.tsx').then((module) => module.GuidePage))
const ReferencePage = lazyPart(() => import('./docs/reference-page.tsx').then((module) => module.ReferencePage))
const ResultPage = lazyPart(() => import('./result/result-page.tsx').then((module) => module.ResultPage))
const Palette = lazyPart(() => import('./shell/palette.tsx').then((module) => module.Palette))
const OwnClosePage = lazyPart(() => import('./own-close/own-close-page.tsx').then((module) => module.OwnClosePage))
const VerifyPage = lazyPart(() => import('./verify/verify-page.tsx').then((module) => module.VerifyPage))
const AppPage = lazyPart(() => import('./app/app-page.tsx').then((module) => module.AppPage))

/** What a page needs that the build has written into its document, before the code can take it over. */
const writtenPages = [
  { path: /^\/docs$/, load: () => DocsPage.preload() },
  { path: /^\/docs\/reference$/, load: () => ReferencePage.preload() },
  {
    path: /^\/docs\/guide\/([^/]+)$/,
    load: async (name: string) => {
      const [{ loadWrittenGuide }] = await Promise.all([import('./docs/guide-library.ts'), GuidePage.preload()])
      await loadWrittenGuide(name)
    },
  },
]

/**
 * Resolves once the written page at an address can be made by the code: to false where no written page has the address.
 * Rejects where a script cannot be fetched.
 */
export async function loadWritten(address: string): Promise<boolean> {
  for (const { path, load } of writtenPages) {
    const [found, name = ''] = path.exec(address) ?? []
    if (found === undefined) continue
    await load(name)
    return true
  }
  return false
}

/** The pages of the console. The code of most is fetched when they are opened. */
export function Pages() {
  const [fault, forgetFault] = useErrorBoundary()
  const content = useRef<HTMLElement>(null)
  const onRouteChange = () => {
    forgetFault()
    // The element with the focus went with the former page: without this, Tab would begin behind the new page.
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true })
  }
  return (
    <LocationProvider>
      <PageHeader />
      <main id="content" tabindex={-1} ref={content}>
        <EngineFault />
        {fault === undefined ? (
          <ErrorBoundary>
            <Router onRouteChange={onRouteChange}>
              <Route path="/" component={HomePage} />
              <Route path="/docs" component={DocsPage} />
              <Route path="/docs/guide/:name" component={GuidePage} />
              <Route path="/docs/reference" component={ReferencePage} />
              <Route path="/result/:id" component={ResultPage} />
              <Route path="/close/:place*" component={OwnClosePage} />
              <Route path="/verify" component={VerifyPage} />
              <Route path="/app/:place*" component={AppPage} />
              <Route default component={NotFoundPage} />
            </Router>
          </ErrorBoundary>
        ) : fault instanceof URIError ? (
          // The address has escapes of no text.
          <NotFoundPage />
        ) : (
          <PageFault fault={fault} onRetry={forgetFault} />
        )}
      </main>
      {isPaletteOpen.value && (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      )}
    </LocationProvider>
  )
}

function EngineFault() {
  if (engineFault.value === undefined) return null
  return (
    <div class="notice fault" role="alert">
      <p>
        <strong>The engine could not be loaded.</strong> There may be no network, or a newer version of this page:
        reload it. ({engineFault.value})
      </p>
      <button type="button" class="quiet" onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  )
}

function NotFoundPage() {
  return (
    <section class="narrow">
      <h1>No such page</h1>
      <p>
        The address leads nowhere. <a href="/">Reconcile two files</a>, or look into the{' '}
        <a href="/docs">documentation</a>.
      </p>
    </section>
  )
}
