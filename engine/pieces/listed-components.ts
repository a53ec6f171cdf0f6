import { uint32At } from '../base/at.ts'

/**
 * The components of a rule by which texts list records: records that listings connect are in one component and are
 * decided together. A key has a slot in a hash table and is known by two hashes; a component is a set of connected
 * slots.
 */
export interface ListedComponents {
  addKey(key: ListedKey): void
  slotOf(key: ListedKey): number
  join(left: number, right: number): void
  addBytes(slot: number, byteCount: number): void
  isUsed(slot: number): boolean
  /**
   * Distributes the components that have records over parts of at most `byteCountMax` bytes. A larger component is a
   * part of its own. Afterwards only `partOf` may be called.
   */
  endInParts(byteCountMax: number): void
  /** The part, from 0, that the component of a slot is in; -1 for a component without records. */
  partOf(slot: number): number
  heldByteCount(): number
}

/** The two hashes of a key: the search for its slot begins at `place`, and the slot stores `check`. */
export interface ListedKey {
  readonly place: number
  readonly check: number
}

/** With twelve bytes a slot the table takes at most 48 MB. */
const slotCountMaxUsual = 2 ** 22
const [slotCountMin, byteCountOfSlot] = [2 ** 4, 12]
/** Once this ratio of the slots is filled, new keys share the slots of other keys. */
const filledRatioMax = 7 / 8
const [numberMax, noKey] = [2 ** 32 - 1, 0]

/**
 * Components of up to `keyCount` keys. Where the table is full, some keys share a slot and their components are merged,
 * which does not change the result. Near O(1) a call; O(slots) for `endInParts`.
 */
export function createListedComponents(keyCount: number, slotCountMax = slotCountMaxUsual): ListedComponents {
  let slotCount = slotCountMin
  while (slotCount < 2 * keyCount && slotCount < slotCountMax) slotCount *= 2
  const { addKey, slotOf } = createKeySlots(slotCount)
  const parents = Uint32Array.from({ length: slotCount }, (_, slot) => slot)
  /** Root slot of a component → its bytes, or after `endInParts` its part, from 1. */
  const figures = new Uint32Array(slotCount)
  const rootOf = (slot: number): number => {
    let root = slot
    while (uint32At(parents, root) !== root) {
      const next = uint32At(parents, uint32At(parents, root))
      parents[root] = next
      root = next
    }
    return root
  }
  const add = (root: number, byteCount: number): void => {
    figures[root] = Math.min(uint32At(figures, root) + byteCount, numberMax)
  }
  return {
    addKey,
    slotOf,
    join(left, right) {
      const [kept, moved] = [rootOf(left), rootOf(right)]
      if (kept === moved) return
      parents[moved] = kept
      add(kept, uint32At(figures, moved))
    },
    addBytes: (slot, byteCount) => add(rootOf(slot), byteCount),
    isUsed: (slot) => uint32At(figures, rootOf(slot)) > 0,
    endInParts(byteCountMax) {
      let [part, held] = [1, 0]
      for (let slot = 0; slot < slotCount; slot++) {
        const byteCount = uint32At(figures, slot)
        if (byteCount === 0 || uint32At(parents, slot) !== slot) continue
        if (held > 0 && held + byteCount > byteCountMax) [part, held] = [part + 1, 0]
        held += byteCount
        figures[slot] = part
      }
    },
    partOf: (slot) => uint32At(figures, rootOf(slot)) - 1,
    heldByteCount: () => byteCountOfSlot * slotCount,
  }
}

/** A hash table with open addressing. Requires that `slotCount` is a power of two. */
function createKeySlots(slotCount: number): Pick<ListedComponents, 'addKey' | 'slotOf'> {
  const mask = slotCount - 1
  const checks = new Uint32Array(slotCount)
  const filledMax = Math.floor(filledRatioMax * slotCount)
  let filled = 0
  const findSlot = ({ place, check }: ListedKey): number => {
    const wanted = filledCheck(check)
    let slot = place & mask
    while (uint32At(checks, slot) !== noKey && uint32At(checks, slot) !== wanted) slot = (slot + 1) & mask
    return slot
  }
  return {
    addKey(key) {
      const slot = findSlot(key)
      if (uint32At(checks, slot) !== noKey || filled >= filledMax) return
      checks[slot] = filledCheck(key.check)
      filled += 1
    },
    slotOf(key) {
      const slot = findSlot(key)
      if (uint32At(checks, slot) !== noKey) return slot
      return filled >= filledMax ? key.place & mask : -1
    },
  }
}

/** The check of a key as the table stores it. 0 marks an empty slot, so a key whose check is 0 gets 1. */
const filledCheck = (check: number): number => (check === noKey ? 1 : check)
