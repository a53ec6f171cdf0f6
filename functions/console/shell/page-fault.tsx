/** What a page shows that failed: what happened, and what can be done. */
export function PageFault({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
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
