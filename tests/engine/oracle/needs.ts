import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Tolerance } from '../../../engine/rules/language/language.ts'
import { businessDaysBetween } from './calendars.ts'
import type { Comparison } from './comparison.ts'
import {
  compare,
  type Fraction,
  isZero,
  magnitude,
  minus,
  readFraction,
  times,
  writeFraction,
  zero,
} from './fraction.ts'
import { similarityNaively } from './similarity.ts'
import { signed } from './sums.ts'
import { isAffix } from './text.ts'
import type { Both } from './values.ts'
import type { Line } from './world.ts'

/** What a criterion would have to allow for a pair that fails it; no member where nothing would do. */
export function neededOf(failed: Comparison, pair: Both<CanonicalRecord>): Line {
  const { criterion, fields } = failed
  const [source, target] = [failed.valueOf('source', pair.source), failed.valueOf('target', pair.target)]
  if (source === undefined || target === undefined)
    return fields ? { nulls: source === undefined && target === undefined ? 'match' : 'skip' } : {}
  if (typeof source === 'string' || typeof target === 'string') {
    if (criterion.op === 'starts' || criterion.op === 'ends') {
      const least = Math.min([...String(source)].length, [...String(target)].length)
      return least >= 4 && isAffix(criterion.op, 4, [String(source), String(target)]) ? { min: least } : {}
    }
    if (!criterion.similarity) return {}
    const found = similarityNaively(criterion.similarity.method, String(source), String(target))
    return found <= 0 ? {} : { similarity: writeFraction({ over: BigInt(found), under: 10_000n }) }
  }
  if (criterion.op === 'transposed' || failed.isSign) return {}
  if (failed.isConverted) return neededOfConverted(failed, pair)
  if (failed.isBusinessDay) {
    const off = businessDaysBetween(failed.isBusinessDay, Number(source.over), Number(target.over))
    return off === undefined ? {} : { businessDays: neededDays(criterion.businessDays, off) }
  }
  if (failed.kind === 'date') return { days: neededDays(criterion.days, Number(writeFraction(minus(target, source)))) }
  return neededTolerance(criterion.tolerance, { source, target })
}

function neededOfConverted({ criterion, stand }: Comparison, pair: Both<CanonicalRecord>): Line {
  const { converted } = stand(pair.source, pair.target)
  if (converted === undefined) return {}
  const [source = zero, target = zero] = converted.values.map((value) => readFraction(value) ?? zero)
  return neededTolerance(criterion.tolerance, signed(criterion.sign ?? 'same', { source, target }))
}

function neededDays(days: Comparison['criterion']['days'], off: number): Line[string] {
  if (days === undefined || typeof days === 'number') return Math.abs(off)
  if ('from' in days) return off < days.from ? { from: off, to: days.to } : { from: days.from, to: off }
  return off < -days.before ? { before: -off, after: days.after } : { before: days.before, after: off }
}

/** Signed bounds, the one that fails moved to the difference: in units, or in percent rounded away from what fails. */
function neededBound(bounds: { readonly from: string; readonly to: string }, off: Fraction, larger: Fraction): Line {
  const amountOf = (bound: string): Fraction => {
    const number = readFraction(bound.replace('%', '')) ?? zero
    return bound.endsWith('%') ? times(times(number, larger), { over: 1n, under: 100n }) : number
  }
  const side = compare(off, amountOf(bounds.from)) < 0 ? 'from' : 'to'
  if (!bounds[side].endsWith('%')) return { tolerance: { ...bounds, [side]: writeFraction(off) } }
  if (isZero(larger)) return {}
  const exact = times(off, { over: 1_000_000n * larger.under, under: larger.over })
  const whole = exact.over / exact.under
  const isCut = whole * exact.under !== exact.over
  const outer = !isCut || exact.over < 0n === (side === 'to') ? whole : side === 'to' ? whole + 1n : whole - 1n
  return { tolerance: { ...bounds, [side]: `${writeFraction({ over: outer, under: 10_000n })}%` } }
}

/** `{ tolerance }` of the form that the rule has. */
export function neededTolerance(tolerance: Tolerance | string | undefined, { source, target }: Both<Fraction>): Line {
  const off = minus(target, source)
  const size = writeFraction(magnitude(off))
  const percentOf = (base: Fraction): string | undefined => {
    if (isZero(base)) return undefined
    // Hundredths of a basis point, rounded up.
    const exact = times(magnitude(off), { over: 1_000_000n * base.under, under: magnitude(base).over })
    return writeFraction({ over: (exact.over + exact.under - 1n) / exact.under, under: 10_000n })
  }
  const [s, t] = [magnitude(source), magnitude(target)]
  const bases = { source: s, target: t, larger: compare(s, t) > 0 ? s : t, smaller: compare(s, t) > 0 ? t : s }
  if (tolerance === undefined || (typeof tolerance === 'string' && !tolerance.endsWith('%'))) return { tolerance: size }
  if (typeof tolerance === 'string') {
    const percent = percentOf(bases.larger)
    return percent === undefined ? {} : { tolerance: `${percent}%` }
  }
  if ('from' in tolerance) return neededBound(tolerance, off, bases.larger)
  const { absolute, percent, of = 'larger', combine } = tolerance
  if (absolute !== undefined && (percent === undefined || combine === 'any'))
    return { tolerance: { ...tolerance, absolute: size } }
  const least = percentOf(bases[of])
  if (least === undefined) return {}
  const wider = (own: string | undefined, needed: string): string =>
    own !== undefined && compare(readFraction(own) ?? zero, readFraction(needed) ?? zero) > 0 ? own : needed
  return {
    tolerance: {
      ...tolerance,
      percent: wider(percent, least),
      ...(absolute !== undefined && { absolute: wider(absolute, size) }),
    },
  }
}
