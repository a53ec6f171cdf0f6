import { brokenOff } from './transport.ts'

/**
 * The values of an NDJSON answer, parsed as they arrive. Throws a `TallystickError` when the answer breaks off, whether
 * the connection fails or the last line is not whole, and the reason of an aborted signal.
 */
export async function* readLines<Value>(response: Response, signal?: AbortSignal): AsyncGenerator<Value> {
  let remainder = ''
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (remainder + text).split('\n')
      remainder = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
    }
  } catch {
    // Each platform has its own errors for a failed connection.
    signal?.throwIfAborted()
    throw brokenOff(response, remainder)
  }
  if (remainder !== '') throw brokenOff(response, remainder)
}
