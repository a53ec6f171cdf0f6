import type { Numbering } from '../../record/numbering.ts'
import type { BySide } from '../../record/side.ts'

/**
 * Keeps the result of `make` for two columns and one `way` to read them, as long as the columns live: several rules
 * compare the same values.
 */
export function numberedOnce({ source, target }: BySide<object>, way: string, make: () => Numbering): Numbering {
  const ofSource = known.get(source) ?? new WeakMap<object, Map<string, Numbering>>()
  const ofTarget = ofSource.get(target) ?? new Map<string, Numbering>()
  const numbering = ofTarget.get(way) ?? make()
  known.set(source, ofSource.set(target, ofTarget.set(way, numbering)))
  return numbering
}

const known = new WeakMap<object, WeakMap<object, Map<string, Numbering>>>()
