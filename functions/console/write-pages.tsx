import { LocationProvider } from 'preact-iso'
import prerender, { locationStub } from 'preact-iso/prerender'
import { pageList } from './page-list.ts'
import { loadWritten, Pages } from './pages.tsx'
import { PageHeader } from './shell/page-header.tsx'

/** What the document of each page in `pageList` holds in `#page`, by its address. Runs in the build. */
export async function writePages(): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>()
  for (const { path, isWritten } of pageList) {
    locationStub(path)
    await loadWritten(path)
    const { html } = await prerender(isWritten ? <Pages /> : <HeaderAlone />)
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
