/** The messages of Chromium and Firefox, and of Safari, for a script that cannot be fetched. */
const missingPart = /dynamically imported module|Importing a module script failed/

/** Shown in place of a page that failed: what happened, and what can be done. */
export function PageFault({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  if (fault instanceof Error && missingPart.test(fault.message)) return <MissingPart />
  return (
    <section class="narrow" role="alert">
      <h1>This page failed</h1>
      <p>Your files are where they were: nothing was uploaded, and nothing was changed.</p>
      <pre class="fault-text">{fault instanceof Error ? fault.message : String(fault)}</pre>
      <p class="actions">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
        <a class="button quiet" href="/">
          Begin anew
        </a>
      </p>
    </section>
  )
}

/** A browser does not retry a failed import, so the visitor is asked to reload. */
const MissingPart = () => (
  <section class="narrow" role="alert">
    <h1>A part of this page could not be fetched</h1>
    <p>
      There may be no network, or the page was deployed anew since you opened it. Files that you chose are to be chosen
      again.
    </p>
    <p class="actions">
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  </section>
)
