import {
  groupOf,
  type ItemName,
  keyOfItem,
  type PeriodItem,
  type ReadPeriod,
  type SettledPeriod,
} from '@tallystick/engine/close'
import type { Side } from '@tallystick/engine/record'
import { got } from '../options.ts'
import type { ConfigResult } from '../read-config.ts'

/**
 * Finds items by the words of a person: `source:s1`, or with the beginning of the root of its part where several have the
 * id, `source:s1@1f3a`. The record may also be one that a rule matched.
 */
export function findItem({ period, folded }: SettledPeriod, word: string): ConfigResult<ItemName> {
  const [, side, id = '', root = ''] = /^(source|target):(.+?)(?:@([0-9a-f]{4,64}))?$/s.exec(word) ?? []
  if (side !== 'source' && side !== 'target')
    return { ok: false, faults: [`${got(word)}, wanted an item such as source:s1`] }
  const found = namesOf(period, folded.items, { side, id }).filter((name) => name.root.startsWith(root))
  const [name] = found
  if (name === undefined) return { ok: false, faults: [`${got(word)}, wanted an item that the ${side} has`] }
  if (found.length > 1) {
    const words = found.map((each) => wordWithRoot(each)).join(', ')
    return { ok: false, faults: [`${got(word)}, wanted one of ${words}`] }
  }
  return { ok: true, value: name }
}

function namesOf(
  { records }: ReadPeriod,
  items: readonly PeriodItem[],
  { side, id }: { readonly side: Side; readonly id: string },
): readonly ItemName[] {
  const names = [...items, ...records[side]].flatMap(({ name }) => (name.side === side && name.id === id ? [name] : []))
  return [...new Map(names.map((name) => [keyOfItem(name), name])).values()]
}

const wordWithRoot = ({ side, id, root }: ItemName): string => `${side}:${id}@${root.slice(0, 8)}`

/** The shortest word for an item among those that are listed with it. */
export const wordOfItem = (name: ItemName, listed: readonly { readonly name: ItemName }[]): string =>
  listed.filter((other) => other.name.side === name.side && other.name.id === name.id).length > 1
    ? wordWithRoot(name)
    : `${name.side}:${name.id}`

/** All records of the match or netted group that holds the item; the item alone where none does. */
export function matchedWith({ period, folded }: SettledPeriod, name: ItemName): readonly ItemName[] {
  const item = folded.items.find((each) => keyOfItem(each.name) === keyOfItem(name))
  const decision = item?.settledBy?.decision
  if (decision !== undefined)
    return folded.items.filter(({ settledBy }) => settledBy?.decision === decision).map((each) => each.name)
  return groupOf(period, folded, name) ?? [name]
}
