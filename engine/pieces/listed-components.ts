import { uint32At } from '../base/at.ts'

/**
 * Components of a rule by which texts list records: records that listings connect are decided together, others apart. A
 * component is known by the slots that its keys have in a hash table. A key is known by two hashes.
 */
export interface ListedComponents {
  addKey(key: ListedKey): void
  slotOf(key: ListedKey): number
  join(left: number, right: number): void
  addBytes(slot: number, byteCount: number): void
  isUsed(slot: number): boolean
  /**
   * Puts the components that have records into parts of at most `byteCountMax` bytes. A larger component is a part of
   * its own. Only `partOf` may be called afterwards.
   */
  endInParts(byteCountMax: number): void
  /** The part of a slot's component, from 0; -1 where the component has no record. */
  partOf(slot: number): number
  heldByteCount(): number
}

/** Two records with different keys have the same pair of hashes once in 2^32. */
export interface ListedKey {
  readonly place: number
  readonly check: number
}

/** Twelve bytes a slot come to 48 MB. */
const slotCountMaxUsual = 2 ** 22
const [slotCountMin, byteCountOfSlot] = [2 ** 4, 12]
/** Once the table is this full, further keys share the slots of others. */
const filledRatioMax = 7 / 8
const [numberMax, noKey] = [2 ** 32 - 1, 0]

/**
 * Components of up to `keyCount` keys. Where the table is full, some keys share a slot: components are then merged,
 * which changes no result. Near O(1) a call; O(slots) for `endInParts`.
 */
export function createListedComponents(keyCount: number, slotCountMax = slotCountMaxUsual): ListedComponents {
  let slotCount = slotCountMin
  while (slotCount < 2 * keyCount && slotCount < slotCountMax) slotCount *= 2
  const { addKey, slotOf } = createKeySlots(slotCount)
  const parents = Uint32Array.from({ length: slotCount }, (_, slot) => slot)
  /** Root → bytes of its component; after `endInParts` its part, from 1. */
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

/** A hash table with open addressing. Requires a power of two. */
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

/** The check of a key in the table: 1 for a key whose own check would mark the slot as empty. */
const filledCheck = (check: number): number => (check === noKey ? 1 : check)
