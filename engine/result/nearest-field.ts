import { nearestName } from '../base/nearest-name.ts'
import { normalizeText } from '../rules/normalize.ts'

/** A name that is part of another says something from this length on. */
const containedLengthMin = 3

/**
 * The one of `fields` that was most likely meant by `field`, the first where several are as near: spelt alike, or else
 * the one that contains it or is contained with the least to spare; undefined when there is none. Case, accents and
 * punctuation do not count, nor does `attributes.`: endToEndId is end_to_end_id.
 */
export function nearestField(field: string, fields: readonly string[]): string | undefined {
  const wanted = foldName(field)
  const folded = fields.map(foldName)
  const nearest = nearestName(wanted, folded) ?? nearestPart(wanted, folded)
  return nearest === undefined ? undefined : fields[folded.indexOf(nearest)]
}

function foldName(field: string): string {
  const name = field.startsWith('attributes.') ? field.slice('attributes.'.length) : field
  return normalizeText(name, ['upper', 'fold-accents', 'alphanumeric']) ?? name
}

function nearestPart(wanted: string, names: readonly string[]): string | undefined {
  const spare = (name: string): number => Math.abs(name.length - wanted.length)
  const [nearest] = names
    .filter((name) => Math.min(name.length, wanted.length) >= containedLengthMin)
    .filter((name) => name.includes(wanted) || wanted.includes(name))
    .sort((left, right) => spare(left) - spare(right))
  return nearest
}
