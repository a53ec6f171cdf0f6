import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '@tallystick/engine/base'

/** What is called now and then while digests are made: a file that is read at its end lets nobody else look. */
export const hashing = { look: (): void => undefined }

/** Digests between two looks: each record has two, and a look costs a collection. */
const digestsApart = 60_000

let count = 0

export const sha256: Sha256 = (...parts) => {
  count += 1
  if (count % digestsApart === 0) hashing.look()
  const hash = nobleSha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
