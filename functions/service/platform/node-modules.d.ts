/** The part of Node's `async_hooks` that the Worker uses. workerd has it under `nodejs_compat`, its types do not. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    /** A function that calls others in the context in which `snapshot` was called. */
    static snapshot(): <Result>(work: () => Result) => Result
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
/** The part of Node's `zlib` that the Worker uses. workerd has it under `nodejs_compat`, its types do not. */
declare module 'node:zlib' {
  /** CRC-32 (ISO 3309) of `bytes`, continued from that of the bytes before. */
  export function crc32(bytes: Uint8Array, before?: number): number
  /** Raw DEFLATE (RFC 1951). */
  export function deflateRawSync(
    bytes: Uint8Array,
    options: { readonly level: number; readonly finishFlush: number },
  ): Uint8Array
  export const constants: { readonly Z_SYNC_FLUSH: number }
}

/** The part of Node's `crypto` that the Worker uses. */
declare module 'node:crypto' {
  interface Hmac {
    update(text: string): Hmac
    digest(encoding: 'hex'): string
  }
  interface Hash {
    update(bytes: Uint8Array): Hash
    digest(encoding: 'hex'): string
  }
  export function createHash(algorithm: 'sha256'): Hash
  export function createHmac(algorithm: 'sha256', key: string): Hmac
}
