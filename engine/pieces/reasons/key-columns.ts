import { at, byteAt, uint32At } from '../../base/at.ts'
import { mixed } from '../../base/hash-of-key.ts'
import { type BoundRule, takesPartOf } from '../../match/state/bound-rule.ts'
import type { Side } from '../../record/side.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { type KeyedPlace, keyed, noKeyHash, partHashes, requiredTest, withPart } from './key-hashes.ts'

/**
 * The key hashes of all rows of a table under several rules. Criteria that the rules have in common are hashed once.
 */
export interface KeyColumns {
  /** The hashes of all rows: those of `placedKeys`, but rows that do not take part have a hash, too. */
  hashesIn(keyed: KeyedPlace): Uint32Array
  takesPart(keyed: KeyedPlace): (row: number) => boolean
}

export function createKeyColumns(): KeyColumns {
  const columns = new Map<string | BoundCriterion, Column>()
  const combined = new Map<string, Uint32Array>()
  const columnOf = (rule: BoundRule, bound: BoundCriterion, place: Side): Column => {
    const name = nameOfColumn(rule, bound, place)
    const known = columns.get(name) ?? { number: columns.size, hashes: partHashes(bound, place) }
    columns.set(name, known)
    return known
  }
  return {
    hashesIn({ rule, criteria, place }) {
      const blocking = criteria.filter(({ criterion }) => criterion.blocking !== undefined)
      const own = blocking.map((bound) => columnOf(rule, bound, place))
      const name = own.map(({ number }) => number).join()
      const rowCount = at(criteria, 0).rowCounts[place]
      const known = combined.get(name) ?? combinedHashes(own, rowCount)
      combined.set(name, known)
      return known
    },
    takesPart({ rule, criteria, place }) {
      const [takesPart, hasRequired] = [takesPartOf(rule, place), requiredTest(criteria, place)]
      return (row) => takesPart(row) && hasRequired(row)
    },
  }
}

interface Column {
  readonly number: number
  readonly hashes: Uint32Array
}

/**
 * A name that equal criteria of several rules share. A criterion whose hashes depend on more than its own members, such
 * as a conversion of its rule, is returned itself.
 */
function nameOfColumn({ compiled }: BoundRule, bound: BoundCriterion, place: Side): string | BoundCriterion {
  const { rule, criteria } = compiled
  const written = rule.match?.[criteria.indexOf(bound.criterion)]
  if (written === undefined || rule.convert !== undefined || bound.criterion.blocking !== 'key') return bound
  return `${place} ${JSON.stringify(written)}`
}

function combinedHashes(columns: readonly Column[], rowCount: number): Uint32Array {
  const hashes = new Uint32Array(rowCount)
  const hasKey = new Uint8Array(rowCount).fill(1)
  for (const { hashes: parts } of columns)
    for (let row = 0; row < rowCount; row++) {
      const part = uint32At(parts, row)
      if (part === noKeyHash) hasKey[row] = 0
      hashes[row] = withPart(uint32At(hashes, row), part)
    }
  for (let row = 0; row < rowCount; row++)
    hashes[row] = byteAt(hasKey, row) === 1 ? keyed(mixed(uint32At(hashes, row))) : noKeyHash
  return hashes
}
