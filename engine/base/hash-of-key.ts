/** A 32-bit hash: FNV-1a with the bits mixed. Different seeds give different hashes. */
export function hashOfKey(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mixed(hash)
}

/** Mixes a hash so that each bit depends on all bits. */
export function mixed(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
