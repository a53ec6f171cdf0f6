/** What the Worker uses of Node's modules and workerd has under `nodejs_compat`, though its types do not. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    /** A function that calls others in the context in which `snapshot` was called. */
    static snapshot(): <Result>(work: () => Result) => Result
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
declare module 'node:zlib' {
  /** CRC-32 (ISO 3309) of `bytes`, continued from that of the bytes before. */
  export function crc32(bytes: Uint8Array, before?: number): number
  export function deflateRawSync(
    bytes: Uint8Array,
    options: { readonly level: number; readonly finishFlush: number },
  ): Uint8Array
  export const constants: { readonly Z_SYNC_FLUSH: number }
}

declare module 'node:crypto' {
  interface Hmac {
    update(text: string): Hmac
    digest(encoding: 'hex' | 'base64'): string
  }
  interface Hash {
    update(bytes: Uint8Array): Hash
    digest(): Uint8Array
    digest(encoding: 'hex'): string
  }
  export function createHash(algorithm: 'sha256'): Hash
  export function createHmac(algorithm: 'sha256', key: string | Uint8Array): Hmac
}
