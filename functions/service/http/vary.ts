/** Adds a request header to those that the answer depends on (RFC 9110 §12.5.5). */
export function addVary(headers: Headers, name: string) {
  const names = headers
    .get('Vary')
    ?.split(',')
    .map((known) => known.trim().toLowerCase())
  if (!names?.includes(name.toLowerCase())) headers.append('Vary', name)
}
