import { utf8 } from '../../base/bytes.ts'
import { canonicalFields, dateFields, decimalFields, positionAmong, textFields } from '../../record/record.ts'
import type { RowModule } from './row-module.ts'

/** Returns a function that writes the members which a line may have, in canonical order. */
export function createMembers(module: RowModule): (fields: ReadonlySet<string>) => void {
  const { plan: words } = module
  const [count, list] = [module.number('memberCount'), module.number('memberPlans')]
  let address = module.number('members')
  const members = canonicalFields.toSorted().map((field) => {
    const name = utf8(field === 'attributes' ? ',"attributes":' : `,"${field}":"`)
    module.bytes.set(name, address)
    address += name.length
    return { field, words: [...memberOf(field), address - name.length, name.length] }
  })
  return (fields) => {
    const planned = members.filter(({ field }) => fields.has(field))
    for (const [index, member] of planned.entries()) words.set(member.words, list + 4 * index)
    words[count] = planned.length
  }
}

export function memberOf(field: string): readonly [kind: number, position: number] {
  for (const [kind, fields] of [textFields, decimalFields, dateFields].entries()) {
    const position = positionAmong(fields, field)
    if (position >= 0) return [kind, position]
  }
  return [['currency', 'id', 'attributes'].indexOf(field) + 3, 0]
}
