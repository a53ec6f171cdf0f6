/** Resolves once the page has loaded and the browser is idle, for work that nobody waits for yet. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 2_000 })
    else setTimeout(resolve, 1_000)
  })
}
