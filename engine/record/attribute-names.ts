import { at, int32At } from '../base/at.ts'
import { createByteKeys } from '../base/byte-keys.ts'
import { type Stretch, stretchOf, stringOf } from '../base/word-buffer.ts'

/** The names of attributes as numbers, for records whose attributes are places in bytes. */
export interface AttributeNames {
  /** The number of a name; a name that is not known yet gets the next. Undefined once there are too many names. */
  numberOf(name: string): number | undefined
  /** The same for a name in UTF-8. O(length). */
  numberOfStretch(name: Stretch): number | undefined
  nameAt(number: number): string
  /** The bytes of all members together. */
  byteCount(): number
  /** `,"name":` */
  memberAt(number: number): Stretch
  /** The place of a name among all known ones, sorted by UTF-16 units as canonical JSON sorts members. */
  rankAt(number: number): number
}

/** All names are sorted for each new one, so there are not many; records with others are read as objects. */
export const attributeNameCountMax = 256

/** No names yet. */
export function createAttributeNames(): AttributeNames {
  const keys = createByteKeys()
  const names: string[] = []
  const members: Stretch[] = []
  const ranks = new Int32Array(attributeNameCountMax)
  let byteCount = 0

  const numberOfStretch = (text: Stretch): number | undefined => {
    if (keys.count() === attributeNameCountMax) {
      const known = keys.find(text)
      return known < 0 ? undefined : known
    }
    const number = keys.numberOf(text)
    if (number === names.length) {
      const name = stringOf(text)
      names.push(name)
      const member = stretchOf(`,${JSON.stringify(name)}:`)
      members.push(member)
      byteCount += member.end
      // Without a function, `toSorted` compares UTF-16 units.
      for (const [rank, each] of names.toSorted().entries()) ranks[names.indexOf(each)] = rank
    }
    return number
  }
  return {
    numberOf: (name) => numberOfStretch(stretchOf(name)),
    numberOfStretch,
    nameAt: (number) => at(names, number),
    memberAt: (number) => at(members, number),
    byteCount: () => byteCount,
    rankAt: (number) => int32At(ranks, number),
  }
}
