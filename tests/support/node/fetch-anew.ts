/**
 * Fetches over a connection of its own. One that is kept may be closed by the server while a test waits for a child
 * process; the test's own process notices that only when it sends the next request over it.
 */
export const fetchAnew = (url: string | URL, headers: { readonly [name: string]: string } = {}): Promise<Response> =>
  fetch(url, { headers: { ...headers, connection: 'close' } })
