import { absentDay, type DecimalColumn, toUnit, type Units } from '../../record/columns.ts'
import type { Table } from '../../record/table.ts'
import type { CompiledCriterion } from '../compiled-policy.ts'
import { containsText, normalizeText } from '../normalize.ts'
import { bindSimilarity } from '../similarity/similarity.ts'
import { bindSum, sumValues } from './bound-sum.ts'
import { type BoundTolerance, bindTolerance, scaleOfTolerance } from './bound-tolerance.ts'
import { remembered } from './remembered.ts'

/** How a pair stands to one criterion. Absent on both sides under `nulls: match` holds, with no deviation. */
export type Verdict = 'holds' | 'skipped' | 'fails'

/** A value of a criterion as it is compared: text after normalising, units after `sign`, a day number. */
export type ComparedValue = string | Units

/** A criterion tied to the columns of the two sides of a run. Rows are positions in their tables. */
export interface BoundCriterion {
  readonly criterion: CompiledCriterion
  sourceValue(row: number): ComparedValue | undefined
  targetValue(row: number): ComparedValue | undefined
  verdict(source: number, target: number): Verdict
  /** Whether both sides have a value: at least one criterion of a pair must hold on values. */
  hasValues(source: number, target: number): boolean
  /** Target − source after `sign`: units of `10^-scale`, or days; 0 where a side has no value or the type has none. */
  difference(source: number, target: number): Units
  /** Digits after the point of a decimal's `difference`. */
  readonly scale: number
  /** Basis points of a pair of texts that are alike; undefined when they are not, lack a value, or need not be. */
  similarity(source: number, target: number): number | undefined
  /** Whether the pair uses more than half of the tolerance or the days on its side. */
  isAboveHalf(source: number, target: number): boolean
  /** The values of targets that may hold for this source, inclusive, or undefined when the window does not bound them. */
  reach(source: number): { readonly from: Units; readonly to: Units } | undefined
}

/** Ties `criterion` to the columns of a run; O(rows) for decimals, lazily for text. */
export function bindCriterion(criterion: CompiledCriterion, source: Table, target: Table): BoundCriterion {
  const values = valuesOf(criterion, source, target)
  const likeness = criterion.similarity && bindSimilarity(criterion.similarity, { source, target })
  const window = likeness ? likenessWindow(likeness) : windowOf(criterion, values)
  const absentVerdict = (a: ComparedValue | undefined, b: ComparedValue | undefined): Verdict => {
    if (criterion.nulls === 'skip') return 'skipped'
    return criterion.nulls === 'match' && a === undefined && b === undefined ? 'holds' : 'fails'
  }
  return {
    criterion,
    scale: values.scale,
    sourceValue: values.source,
    targetValue: values.target,
    hasValues: (s, t) => values.source(s) !== undefined && values.target(t) !== undefined,
    verdict(s, t) {
      const [a, b] = [values.source(s), values.target(t)]
      if (a === undefined || b === undefined) return absentVerdict(a, b)
      return window.holds(a, b) ? 'holds' : 'fails'
    },
    difference(s, t) {
      const [a, b] = [values.source(s), values.target(t)]
      return a === undefined || b === undefined ? 0 : differenceOf(a, b)
    },
    similarity(s, t) {
      const [a, b] = [values.source(s), values.target(t)]
      return a === undefined || b === undefined ? undefined : likeness?.(String(a), String(b))
    },
    isAboveHalf(s, t) {
      const [a, b] = [values.source(s), values.target(t)]
      return a !== undefined && b !== undefined && window.isAboveHalf(a, b)
    },
    reach(s) {
      const value = values.source(s)
      return value === undefined || typeof value === 'string' ? undefined : window.reach(value)
    },
  }
}

interface Values {
  readonly scale: number
  source(row: number): ComparedValue | undefined
  target(row: number): ComparedValue | undefined
}

function valuesOf(criterion: CompiledCriterion, source: Table, target: Table): Values {
  const { sourceField, targetField } = criterion
  if (criterion.sum) return sumValues(bindSum(criterion.sum, source, target))
  if (criterion.type === 'decimal') return decimalValues(criterion, source, target)
  if (criterion.type === 'date') {
    const [from, to] = [source.date(sourceField), target.date(targetField)]
    return { scale: 0, source: (row) => dayAt(from, row), target: (row) => dayAt(to, row) }
  }
  return {
    scale: 0,
    source: textValues(criterion, source, sourceField),
    target: textValues(criterion, target, targetField),
  }
}

function dayAt(days: Int32Array, row: number): number | undefined {
  const day = days[row]
  return day === absentDay ? undefined : day
}

function textValues(criterion: CompiledCriterion, table: Table, field: string): (row: number) => string | undefined {
  const column = table.text(field)
  return remembered(table.rowCount, (row) => {
    const text = column.textAt(row)
    return text === undefined || criterion.normalize.length === 0 ? text : normalizeText(text, criterion.normalize)
  })
}

/** Both columns at one scale; `sign` is applied once, here. */
function decimalValues(criterion: CompiledCriterion, source: Table, target: Table): Values {
  const [from, to] = [source.decimal(criterion.sourceField), target.decimal(criterion.targetField)]
  const least = criterion.tolerance === undefined ? 0 : scaleOfTolerance(criterion.tolerance)
  const scale = Math.max(from.scale, to.scale, least)
  const absolute = criterion.sign === 'absolute'
  const aligned = (column: DecimalColumn, rowCount: number, negate: boolean) => {
    const factor = 10n ** BigInt(scale - column.scale)
    return remembered(rowCount, (row) => {
      const own = column.unitsAt(row)
      if (own === undefined) return undefined
      const flips = negate || (absolute && own < 0)
      if (factor === 1n && !flips) return own
      const units = BigInt(own) * factor
      return toUnit(flips ? -units : units)
    })
  }
  return {
    scale,
    source: aligned(from, source.rowCount, criterion.sign === 'opposite'),
    target: aligned(to, target.rowCount, false),
  }
}

interface Window {
  holds(source: ComparedValue, target: ComparedValue): boolean
  isAboveHalf(source: ComparedValue, target: ComparedValue): boolean
  reach(source: Units): { readonly from: Units; readonly to: Units } | undefined
}

function windowOf(criterion: CompiledCriterion, values: Values): Window {
  if (criterion.op === 'contains') return { ...exactly, holds: (s, t) => containsText(String(s), String(t)) }
  if (criterion.op === 'equals') return exactly
  if (criterion.days) return daysWindow(criterion.days)
  return criterion.tolerance === undefined ? exactly : toleranceWindow(bindTolerance(criterion.tolerance, values.scale))
}

const exactly: Window = {
  holds: (source, target) => source === target,
  isAboveHalf: () => false,
  reach: (source) => ({ from: source, to: source }),
}

const likenessWindow = (likeness: (left: string, right: string) => number | undefined): Window => ({
  ...exactly,
  holds: (source, target) => likeness(String(source), String(target)) !== undefined,
})

function daysWindow({ before, after }: { readonly before: number; readonly after: number }): Window {
  const days = (source: ComparedValue, target: ComparedValue): number => Number(target) - Number(source)
  return {
    holds: (s, t) => days(s, t) >= -before && days(s, t) <= after,
    isAboveHalf: (s, t) => (days(s, t) < 0 ? -days(s, t) > Math.ceil(before / 2) : days(s, t) > Math.ceil(after / 2)),
    reach: (source) => ({ from: Number(source) - before, to: Number(source) + after }),
  }
}

function toleranceWindow(tolerance: BoundTolerance): Window {
  const pair = (source: ComparedValue, target: ComparedValue) => ({
    source: toNumeric(source),
    target: toNumeric(target),
    difference: differenceOf(source, target),
  })
  return {
    holds: (s, t) => tolerance.holds(pair(s, t)),
    isAboveHalf: (s, t) => tolerance.isAboveHalf(pair(s, t)),
    reach: (source) => tolerance.reach(source),
  }
}

const toNumeric = (value: ComparedValue): Units => (typeof value === 'string' ? 0 : value)

function differenceOf(source: ComparedValue, target: ComparedValue): Units {
  if (typeof source === 'string' || typeof target === 'string') return 0
  if (typeof source === 'number' && typeof target === 'number') return target - source
  return toUnit(BigInt(target) - BigInt(source))
}
