/** SHA-256 of the concatenation of `parts`, 32 bytes. The engine has no hash of its own: each platform passes its fastest. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array
