import type { Random } from '../../../bench/random.ts'

/** Changes of plain JSON at a place that chance picks. */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Values that another type, an edge or a prototype would be taken for. */
const values: readonly [Json, ...Json[]] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  3,
  9_007_199_254_740_991,
  '',
  '0',
  '1',
  'null',
  'x',
  'é',
  '~1',
  '0'.repeat(64),
  'ab'.repeat(32),
  [],
  {},
  [[]],
  '__proto__',
  'toString',
]
const names: readonly [string, ...string[]] = ['also', '__proto__', 'constructor', 'id', 'kind', 'a', 'amount', '10']

interface Place {
  readonly holder: { [name: string]: Json } | Json[]
  readonly name: string
}

function placesIn(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => [{ holder: value, name }, ...placesIn(Reflect.get(value, name))])
}

/** A copy with one place changed: another value, one from elsewhere, one member less, more or under another name. */
export function tamperJson(random: Random, original: unknown): unknown {
  const copy: Json = JSON.parse(JSON.stringify(original))
  const places = placesIn(copy)
  const { holder, name } = places[random.between(0, places.length - 1)] ?? { holder: [copy], name: '0' }
  const old: Json = Reflect.get(holder, name)
  const way = random.between(0, 9)
  if (way < 3) Reflect.set(holder, name, random.pick(values))
  else if (way < 5) Reflect.set(holder, name, nearby(random, old))
  else if (way === 5) remove(holder, name)
  else if (way === 6) insert(random, holder)
  else if (way === 7 && !Array.isArray(holder)) {
    Reflect.deleteProperty(holder, name)
    define(holder, random.pick(names), old)
  } else if (way === 8) {
    const other = places[random.between(0, places.length - 1)]
    Reflect.set(
      holder,
      name,
      other === undefined ? null : JSON.parse(JSON.stringify(Reflect.get(other.holder, other.name))),
    )
  } else if (Array.isArray(holder)) holder.reverse()
  else Reflect.set(holder, name, [old])
  return copy
}

function nearby(random: Random, value: Json): Json {
  if (typeof value === 'number') return value + random.pick([1, -1, 0.5, 2 ** 32])
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return random.pick(values)
  const at = random.between(0, value.length)
  const unit = value.charAt(at)
  const replaced = random.pick([unit.toUpperCase(), `${unit}${unit}`, '', '0', 'a', '\u00a0', '\ud83d\ude00'])
  return value.slice(0, at) + replaced + value.slice(at + 1)
}

function remove(holder: Place['holder'], name: string): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else Reflect.deleteProperty(holder, name)
}

function insert(random: Random, holder: Place['holder']): void {
  if (Array.isArray(holder)) holder.splice(random.between(0, holder.length), 0, holder[0] ?? random.pick(values))
  else define(holder, random.pick(names), random.pick(values))
}

/** A member of any name is a member, also one that objects inherit. */
const define = (holder: object, name: string, value: Json): void => {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
}
