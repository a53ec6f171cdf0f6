import { at, int32At } from '../base/at.ts'
import { createByteKeys } from '../base/byte-keys.ts'
import { type BufferRange, rangeOf, stringOf } from '../base/word-buffer.ts'

/** Numbers the names of attributes, for records that are read as positions in bytes. */
export interface AttributeNames {
  /** An unknown name gets the next number. Undefined once there are too many names. */
  numberOf(name: string): number | undefined
  /** Like `numberOf`, for a name in UTF-8. O(length). */
  numberOfRange(name: BufferRange): number | undefined
  nameAt(number: number): string
  count(): number
  /** The bytes of `,"name":` */
  memberAt(number: number): BufferRange
  /** The position of a name among all known names in the order of canonical JSON: by UTF-16 units. */
  rankAt(number: number): number
}

/**
 * The number of names is bounded, since each new name sorts all names again. Records with further names are read as
 * objects.
 */
export const attributeNameCountMax = 256

export function createAttributeNames(): AttributeNames {
  const keys = createByteKeys()
  const names: string[] = []
  const members: BufferRange[] = []
  const ranks = new Int32Array(attributeNameCountMax)

  const numberOfRange = (text: BufferRange): number | undefined => {
    if (keys.count() === attributeNameCountMax) {
      const known = keys.find(text)
      return known < 0 ? undefined : known
    }
    const number = keys.numberOf(text)
    if (number === names.length) {
      const name = stringOf(text)
      names.push(name)
      const member = rangeOf(`,${JSON.stringify(name)}:`)
      members.push(member)
      // Without a function, `toSorted` compares UTF-16 units.
      for (const [rank, each] of names.toSorted().entries()) ranks[names.indexOf(each)] = rank
    }
    return number
  }
  return {
    numberOf: (name) => numberOfRange(rangeOf(name)),
    numberOfRange,
    nameAt: (number) => at(names, number),
    memberAt: (number) => at(members, number),
    count: () => names.length,
    rankAt: (number) => int32At(ranks, number),
  }
}
