/** What the Worker uses of Node's `async_hooks`, which workerd has under `nodejs_compat` and its types leave out. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    /** A function that calls others in the context in which `snapshot` was called. */
    static snapshot(): <Result>(work: () => Result) => Result
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
/** What the Worker uses of Node's `zlib`, which workerd has under `nodejs_compat` and its types leave out. */
declare module 'node:zlib' {
  /** CRC-32 (ISO 3309) of `bytes`, continued from that of the bytes before them. */
  export function crc32(bytes: Uint8Array, before?: number): number
  /** Raw DEFLATE (RFC 1951) of `bytes`. */
  export function deflateRawSync(
    bytes: Uint8Array,
    options: { readonly level: number; readonly finishFlush: number },
  ): Uint8Array
  export const constants: { readonly Z_SYNC_FLUSH: number }
}

/** What the Worker uses of Node's `crypto`. */
declare module 'node:crypto' {
  interface Hmac {
    update(text: string): Hmac
    digest(encoding: 'hex'): string
  }
  interface Hash {
    update(bytes: Uint8Array): Hash
    digest(encoding: 'hex'): string
  }
  /** SHA-256 (FIPS 180-4). */
  export function createHash(algorithm: 'sha256'): Hash
  /** HMAC (RFC 2104). */
  export function createHmac(algorithm: 'sha256', key: string): Hmac
}
