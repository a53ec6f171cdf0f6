import { LocationProvider } from 'preact-iso'
import prerender, { locationStub } from 'preact-iso/prerender'
import { isWritten, pageList } from './page-list.ts'
import { loadWritten, Pages } from './pages.tsx'
import { PageHeader } from './shell/page-header.tsx'

/** What the document of each page in `pageList` holds in `#page`, by its address. Runs in the build. */
export async function writePages(): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>()
  for (const page of pageList) {
    const { path } = page
    locationStub(path)
    if ((await loadWritten(path)) !== isWritten(page))
      throw new Error(`The list of pages and pages.tsx disagree on whether the document of ${path} holds all of it`)
    const { html } = await prerender(isWritten(page) ? <Pages /> : <HeaderAlone />)
    // The element is for a way of taking over that is not used here.
    written.set(path, html.replace('<script type="isodata"></script>', ''))
  }
  return written
}

const HeaderAlone = () => (
  <LocationProvider>
    <PageHeader />
    <main id="content" tabindex={-1} />
  </LocationProvider>
)
