import { uint32At } from '../base/at.ts'

/**
 * The records of a rule by which texts list others, as components: records that are connected by listings are decided
 * together, and those of different components apart. A component is known by the slots of its keys in a table, each of
 * which is named by two hashes.
 */
export interface ListedComponents {
  /** Notes a key by which records may be listed. */
  addKey(key: ListedKey): void
  /** The slot of a key; -1 for one that no record has. */
  slotOf(key: ListedKey): number
  /** Makes one component of those of two slots. */
  join(left: number, right: number): void
  /** Adds the bytes of a record to the component of a slot. */
  addBytes(slot: number, byteCount: number): void
  /** Whether the component of a slot has a record. */
  isUsed(slot: number): boolean
  /**
   * Puts the components that have records into parts of at most `byteCountMax` bytes. A larger one has a part of its own.
   * Nothing but `partOf` is called afterwards.
   */
  endInParts(byteCountMax: number): void
  /** The part of the component of a slot, from 0; -1 where it has no record. */
  partOf(slot: number): number
  heldByteCount(): number
}

/** A key by two of its hashes, which tell it from any other but for one in 2^32. */
export interface ListedKey {
  readonly place: number
  readonly check: number
}

/** Twelve bytes a slot come to 48 MB. */
const slotCountMaxUsual = 2 ** 22
const [slotCountMin, byteCountOfSlot] = [2 ** 4, 12]
/** Keys beyond this share of the slots have no slot of their own. */
const filledRatioMax = 7 / 8
const [numberMax, noKey] = [2 ** 32 - 1, 0]

/**
 * Components of up to `keyCount` keys. Where the table has no room for as many, some keys share a slot, which makes one
 * component of several and changes no result. Near O(1) a call; O(slots) for `endInParts`.
 */
export function createListedComponents(keyCount: number, slotCountMax = slotCountMaxUsual): ListedComponents {
  let slotCount = slotCountMin
  while (slotCount < 2 * keyCount && slotCount < slotCountMax) slotCount *= 2
  const { addKey, slotOf } = createKeySlots(slotCount)
  const parents = Uint32Array.from({ length: slotCount }, (_, slot) => slot)
  /** Bytes of the component of a root, and then its part, from 1. */
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

/** The slots of keys: a table with open addresses. Requires a power of two. */
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

/** No key has the check of an empty slot. */
const filledCheck = (check: number): number => (check === noKey ? 1 : check)
