import { brokenOff } from './transport.ts'

/**
 * The values of an NDJSON answer, one a line, parsed as they arrive. Throws a `TallystickError` when the answer breaks off:
 * its last line is then not whole, or the connection fails; and what the signal was aborted with.
 */
export async function* readLines<Value>(response: Response, signal?: AbortSignal): AsyncGenerator<Value> {
  let rest = ''
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
    }
  } catch {
    // Each platform has errors of its own for a connection that fails.
    signal?.throwIfAborted()
    throw brokenOff(response, rest)
  }
  if (rest !== '') throw brokenOff(response, rest)
}
