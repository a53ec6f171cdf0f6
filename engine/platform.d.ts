// The whole of the platform the engine may touch: the two WHATWG encoders, and nothing that has a clock, randomness or I/O.
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number }
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
