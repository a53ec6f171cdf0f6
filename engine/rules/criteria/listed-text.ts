import { type KeyLister, keyLister } from '../text/listed-keys.ts'
import { maskIsValid, maskWanted } from '../text/mask.ts'
import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import { boundTexts, exactText } from './exact-text.ts'

const mask: CriterionMember = {
  name: 'mask',
  refusal: () => 'Only a text that lists keys has a mask: wanted op listed with it',
  read({ mask }, refuse) {
    if (mask === undefined) return {}
    if (!maskIsValid(mask)) refuse('/mask', 'invalid_value', maskWanted)
    return { mask }
  },
}

/**
 * On the side with one record a text lists keys; the text of each record of the n side is one of these keys, after
 * normalising.
 */
export const listedText: CriterionKind = {
  ...exactText,
  op: 'listed',
  refusal: (type) => `Only text lists keys, this is a ${type}`,
  members: [...exactText.members, mask],
  compile: (criterion, fields, { tables }) => ({
    blocking: 'list',
    bind(source, target): Comparison<string> {
      if (fields.oneSide === undefined) throw new TypeError('Only a rule with a 1-side has texts that list keys')
      const isSource = fields.oneSide === 'source'
      const listedIn = cached(keyLister(criterion.mask))
      return {
        ...boundTexts({ criterion, fields, tables, source, target }),
        holds: (left, right) => (isSource ? listedIn(left).has(right) : listedIn(right).has(left)),
        evidenceMax: 'high',
        listedIn,
      }
    },
  }),
  matchType: 'listed',
}

const cachedCharacterCountMax = 2 ** 23

function cached(read: KeyLister): KeyLister {
  const valueByText = new Map<string, ReadonlySet<string>>()
  let characterCount = 0
  return (text) => {
    const known = valueByText.get(text)
    if (known !== undefined) return known
    if (characterCount + text.length > cachedCharacterCountMax) {
      valueByText.clear()
      characterCount = 0
    }
    const value = read(text)
    valueByText.set(text, value)
    characterCount += text.length
    return value
  }
}
