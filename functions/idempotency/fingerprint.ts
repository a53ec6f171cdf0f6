import { canonicalize, type JsonValue, toHex, utf8 } from '@tallystick/engine'

/**
 * What identifies a request: two with the same fingerprint ask for the same. Lower-case hex of the SHA-256 of the
 * RFC 8785 text of `[method, path, validated body]`.
 */
export const fingerprintOf = (request: {
  readonly method: string
  readonly path: string
  readonly body: JsonValue
}): Promise<string> => digestHex(utf8(canonicalize([request.method, request.path, request.body])))

/** SHA-256 of `bytes` as lower-case hex, by the platform's own hash: the faster one above a few kilobytes. */
export async function digestHex(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
