import { magnitude, type Units } from '../../record/columns.ts'
import type { Numbering } from '../../record/numbering.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Confidence } from '../language/language.ts'
import type { TextWork } from '../similarity/comparison-work.ts'
import type { Layer } from '../similarity/feature-layers.ts'
import { bindDifference } from './bound-difference.ts'
import { bindIdentity } from './bound-identity.ts'
import { bindSift, type Sift } from './bound-sift.ts'
import { bindVerdict, type PairOutcome } from './bound-verdict.ts'
import type { Converted, FailureCode, NormalizingSteps, Reach } from './comparison-answers.ts'
import type { ComparedValue, Comparison, CompiledCriterion, Needs } from './criterion-kind.ts'
import type { Deviation } from './deviation.ts'
import { isNumeric, type NumberRange } from './number-range.ts'

/** A criterion with the columns of both sides at hand. A row is a record's position in the table of its side. */
export interface BoundCriterion {
  readonly criterion: CompiledCriterion
  readonly rowCounts: BySide<number>
  sourceValue(row: number): ComparedValue | undefined
  targetValue(row: number): ComparedValue | undefined
  verdict(source: number, target: number): PairOutcome
  readonly sift: Sift
  hasSource(row: number): boolean
  hasTarget(row: number): boolean
  /** Whether all rows of the side have a value. O(rows) at the first call. */
  isComplete(side: Side): boolean
  /** Whether the row of each side has a value. A pair matches only if at least one criterion holds on values. */
  hasValues(source: number, target: number): boolean
  /**
   * Target − source in units of `10^-scale` or in days, after the target's sign is turned under `opposite`, and under
   * `absolute` where the signs differ. 0 where a side has no value and for texts.
   */
  difference(source: number, target: number): Units
  /** Digits after the point of amounts; 0 for days and texts. */
  readonly scale: number
  deviation(source: number, target: number): Deviation
  /**
   * The distance of a pair that holds, by which candidates are ranked: smaller is closer, 0 where a side has no value.
   */
  rank(source: number, target: number): Units
  evidence(source: number, target: number): Confidence
  /** The members that would let a failing pair hold, such as a wider tolerance; undefined where none would help. */
  needs(source: number, target: number): Needs | undefined
  /** Whether the values of a pair identify its two records, as an equal reference does; see `bound-identity.ts`. */
  identifies(source: number, target: number): boolean
  /**
   * The part of the blocking key that a value gives: the value, a part of it, or a constant where blocking is not by
   * equality. Undefined for a text too short to hold with any other.
   */
  keyPart(value: ComparedValue): ComparedValue | undefined
  /** The form in which texts are sorted: in each pair that holds, one form is the beginning of the other. */
  sortedBy?(text: string): string
  /** The target values that can hold for a source row, both ends included; undefined where no range is known. */
  reach(source: number): Reach | undefined
  /** In basis points; undefined where a text is absent or the two are not similar enough. */
  similarity?(source: number, target: number): number | undefined
  failure?(source: number, target: number): FailureCode | undefined
  converted?(source: number, target: number): Converted | undefined
  /** Set where comparing two texts costs far more than comparing two numbers. */
  readonly textWork?: TextWork
  /** The length of the longest text of each side, in UTF-16 units; absent where only reading all texts would tell. */
  unitsMost?(): BySide<number>
  readonly layers?: readonly Layer[]
  listedIn?(text: string): ReadonlySet<string>
  readonly normalizing?: NormalizingSteps
  /** A number for the value of each row, such that a pair holds exactly when its numbers are equal. O(rows). */
  numbering?(): Numbering
}

/** `tellsApart` is needed where the tables hold only a part of the records; see `bindIdentity`. */
interface BoundTables extends BySide<Table> {
  readonly tellsApart?: ((place: Side) => boolean) | undefined
}

/** O(rows) for decimals; texts are read when they are first compared. */
export function bindCriterion(
  criterion: CompiledCriterion,
  { source, target, tellsApart }: BoundTables,
): BoundCriterion {
  const comparison = criterion.bind(source, target)
  const { nulls, kind } = criterion
  const { scale, rank, evidence, keyPart = sameOfAll } = comparison
  const has = comparison.present ?? {
    source: (row: number) => comparison.source(row) !== undefined,
    target: (row: number) => comparison.target(row) !== undefined,
  }
  const ofValues = ofRows(comparison)
  const differenceOf = bindDifference(criterion, comparison)
  const evidenceOf = evidence && ofValues(evidence)
  const rankOf = ofValues(rank ?? ((a, b) => magnitude(comparison.difference(a, b))))
  const numbering = comparison.numbering && onceOf(comparison.numbering)
  const range = comparison.range && { ...comparison.range, columns: onceOf(comparison.range.columns) }
  const verdict = bindVerdict(criterion, comparison, numbering)
  const isKey = criterion.blocking === 'key'
  const isIdentity = bindIdentity({ ...criterion, source, target, tellsApart }, comparison)
  const isIdentified = ofValues((a, b) => comparison.holds(a, b) && isIdentity(a, b))
  return {
    criterion,
    rowCounts: { source: source.rowCount, target: target.rowCount },
    sourceValue: comparison.source,
    targetValue: comparison.target,
    difference: differenceOf,
    scale,
    hasSource: has.source,
    hasTarget: has.target,
    isComplete: completeness(has, range, { source: source.rowCount, target: target.rowCount }),
    hasValues: (s, t) => !kind.provesNothing && has.source(s) && has.target(t),
    verdict,
    sift: bindSift(criterion, { numbering, range, verdict }),
    deviation: (s, t) => kind.deviation?.write(differenceOf(s, t), scale) ?? {},
    rank: (s, t) => rankOf(s, t) ?? 0,
    evidence(s, t) {
      // Whether both have a value is told without reading texts.
      if (!has.source(s) || !has.target(t)) return nulls === 'skip' ? 'high' : comparison.evidenceMax
      return evidenceOf?.(s, t) ?? comparison.evidenceMax
    },
    needs: bindNeeds(criterion, comparison),
    identifies: (s, t) => isIdentified(s, t) ?? false,
    keyPart: isKey ? (value) => value : keyPart,
    reach(s) {
      const value = comparison.source(s)
      return value === undefined ? undefined : comparison.reach?.(value)
    },
    ...bindOptional(comparison),
    ...(numbering && { numbering }),
  }
}

const ofRows =
  ({ source, target }: Comparison) =>
  <Told>(tell: (a: ComparedValue, b: ComparedValue) => Told | undefined) =>
  (s: number, t: number): Told | undefined => {
    const [a, b] = [source(s), target(t)]
    return a === undefined || b === undefined ? undefined : tell(a, b)
  }

function completeness(
  has: BySide<(row: number) => boolean>,
  range: NumberRange | undefined,
  rowCounts: BySide<number>,
): (side: Side) => boolean {
  const isCompleteIn = (side: Side): boolean => {
    const hasValue = has[side]
    if (range !== undefined && isNumeric(range.columns(), side, rowCounts[side])) return true
    let row = 0
    while (row < rowCounts[side] && hasValue(row)) row += 1
    return row === rowCounts[side]
  }
  const known = new Map<Side, boolean>()
  return (side) => {
    const isComplete = known.get(side) ?? isCompleteIn(side)
    known.set(side, isComplete)
    return isComplete
  }
}

type OptionalMembers = Pick<
  BoundCriterion,
  'similarity' | 'failure' | 'converted' | 'sortedBy' | 'textWork' | 'unitsMost' | 'layers' | 'normalizing' | 'listedIn'
>

function bindOptional(comparison: Comparison): OptionalMembers {
  const { similarity, failure, converted, sortedBy, textWork } = comparison
  const { unitsMost, layers, normalizing, listedIn } = comparison
  const ofValues = ofRows(comparison)
  return {
    ...(similarity && { similarity: ofValues(similarity) }),
    ...(failure && { failure: ofValues(failure) }),
    ...(converted && { converted: ofValues(converted) }),
    ...(sortedBy && { sortedBy }),
    ...(textWork && { textWork }),
    ...(unitsMost && { unitsMost: onceOf(unitsMost) }),
    ...(layers && { layers }),
    ...(normalizing && { normalizing }),
    ...(listedIn && { listedIn }),
  }
}

function bindNeeds({ kind }: CompiledCriterion, comparison: Comparison): BoundCriterion['needs'] {
  return (s, t) => {
    const [a, b] = [comparison.source(s), comparison.target(t)]
    if (a !== undefined && b !== undefined) return comparison.needs?.(a, b)
    // A caller cannot write `nulls` for a sum.
    if (kind.op === 'sum') return undefined
    return { nulls: a === undefined && b === undefined ? 'match' : 'skip' }
  }
}

function onceOf<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Where blocking is not by equality, all values share one blocking key. */
const sameOfAll = (): ComparedValue => 0
