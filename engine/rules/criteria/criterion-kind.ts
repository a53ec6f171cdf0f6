import type { JsonValue } from '../../base/canonical.ts'
import type { Units } from '../../record/columns.ts'
import type { Numbering } from '../../record/numbering.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Confidence, Criterion, CriterionInput, RankKind, ReferenceData } from '../language/language.ts'
import type { TextWork } from '../similarity/comparison-work.ts'
import type { Layer } from '../similarity/feature-layers.ts'
import type { Converted, FailureCode, NormalizingSteps, Reach } from './comparison-answers.ts'
import type { DeviationForm } from './deviation.ts'
import type { NumberRange } from './number-range.ts'

/** One way to compare two values. Every kind stands in the list of `criterion-kinds.ts`. */
export interface CriterionKind {
  /**
   * The kind of a criterion follows from its type, its `op` and, if there is one, its deciding member. The ops `sum`
   * and `sign` are internal.
   */
  readonly type: ValueType
  readonly op: Criterion['op'] | 'sum' | 'sign'
  /** Members besides the fields, `op` and `nulls`, in the order in which the effective criterion shows them. */
  readonly members: readonly CriterionMember[]
  readonly refusal?: (type: ValueType) => string
  /** Whether a rule for whole groups may have the criterion. Values that are only similar do not form groups. */
  readonly joinsGroups: boolean
  /** Whether two values that hold can identify their records. */
  readonly identifies: boolean
  /** Set for a criterion that unrelated records meet, too: a pair needs another criterion to match. */
  readonly provesNothing?: true
  /** Throws a TypeError when a member that the kind needs is missing. */
  compile(criterion: Criterion, fields: SideFields, referenceData: ReferenceData): CompiledComparison

  /** The distance to which a pair adds by this criterion; absent where pairs that hold have no distance. */
  readonly rank?: Exclude<RankKind, 'skipped'>

  /** False for a sum, which a result shows by its totals. */
  readonly showsFields: boolean
  readonly isNumeric: boolean
  /** What a result calls a match of two different values that hold. */
  readonly matchType:
    | 'normalized'
    | 'tolerance'
    | 'window'
    | 'similar'
    | 'contains'
    | 'starts'
    | 'ends'
    | 'listed'
    | 'transposed'
    | 'converted'
  readonly deviation?: DeviationForm
  /**
   * The reason of a break between two records for which only this criterion fails; undefined where that alone is no
   * reason.
   */
  mismatch(fields: SideFields): 'amount_mismatch' | 'date_mismatch' | 'currency_mismatch' | undefined
}

export type ValueType = 'decimal' | 'date' | 'text'

export interface SideFields {
  readonly sourceField: string
  readonly targetField: string
  readonly oneSide?: Side
}

/** Reports a fault. The pointer is relative to the criterion. */
export type Refuse = (pointer: string, code: string, detail: string) => void

export interface CriterionMember {
  readonly name:
    | 'tolerance'
    | 'days'
    | 'businessDays'
    | 'calendar'
    | 'similarity'
    | 'sign'
    | 'normalize'
    | 'min'
    | 'mask'
  readonly decides?: {
    /** The member with its article, for texts such as "wanted a tolerance". */
    readonly called: string
    /** The fault text if another deciding member with precedence is present. */
    readonly clash?: string
  }
  /** The type as which this member makes the criterion read two attributes; without it they are text. */
  readonly readsAttributesAs?: ValueType
  /** The fault text where the fields have a type that the member does not fit. */
  refusal(type: ValueType): string
  /** The member in effective form, with its default. Empty when the member is left out or refused. */
  read(input: CriterionInput, refuse: Refuse): Partial<Criterion>
}

/** The members that would let a pair hold: `{"days":12}`. */
export type Needs = { readonly [member: string]: JsonValue }

/**
 * How the pairs that can meet a criterion are found: by equal values (`key`), by equal parts of values (`part`), by a
 * range of sorted values (`window`), by an index of the parts of texts (`index`), or by the keys that a text lists
 * (`list`).
 */
export type Blocking = 'key' | 'part' | 'window' | 'index' | 'list'

interface CompiledComparison {
  readonly blocking?: Blocking
  /** O(rows) for decimals and sums; texts are read when they are first compared. */
  bind(source: Table, target: Table): Comparison
}

export interface CompiledCriterion extends CompiledComparison, SideFields {
  readonly kind: CriterionKind
  /** `amount`, or `source/target` where the sides' fields differ. */
  readonly name: string
  readonly nulls: Criterion['nulls']
}

/** A value as it is compared: text after normalising, units after `sign`, a day number. */
export type ComparedValue = string | Units

/**
 * A comparison with the columns of both sides at hand. A row is a position in a table. `BoundCriterion` describes the
 * members that both have.
 */
export interface Comparison<Value extends ComparedValue = ComparedValue> {
  source(row: number): Value | undefined
  target(row: number): Value | undefined
  holds(source: Value, target: Value): boolean
  /** A faster `holds`, by rows; undefined where a row has no value. */
  holdsAt?(source: number, target: number): boolean | undefined
  difference(source: Value, target: Value): Units
  /** By rows, where `difference` is that of sizes: whether the amounts are negative. */
  isNegative?(source: number, target: number): boolean
  readonly scale: number
  /** Where absent, the size of `difference` ranks the pair. */
  rank?(source: Value, target: Value): Units
  /** The confidence of every pair where `evidence` is absent, and of a pair without values under `nulls: match`. */
  readonly evidenceMax: Confidence
  evidence?(source: Value, target: Value): Confidence
  needs?(source: Value, target: Value): Needs | undefined
  /**
   * With blocking by `part`: the part of a value that is equal in both values of a pair. Undefined for a text too short
   * to hold with any other.
   */
  keyPart?(value: Value): ComparedValue | undefined
  /** With blocking by `part`: the form in which texts are sorted. In a pair that holds, one form begins the other. */
  sortedBy?(value: string): string
  reach?(source: Value): Reach | undefined
  similarity?(source: Value, target: Value): number | undefined
  failure?(source: Value, target: Value): FailureCode | undefined
  converted?(source: Value, target: Value): Converted | undefined
  readonly textWork?: TextWork
  unitsMost?(): BySide<number>
  readonly layers?: readonly Layer[]
  listedIn?(text: string): ReadonlySet<string>
  readonly normalizing?: NormalizingSteps
  /** Whether a row has a value, where this is known without reading the value. */
  readonly present?: BySide<(row: number) => boolean>
  numbering?(): Numbering
  readonly range?: NumberRange
}

/** Records with an equal key meet the criterion: it is not compared again. */
export const isKey = ({ blocking }: CompiledCriterion): boolean => blocking === 'key'

/** Records with equal parts still have to be compared; records with equal keys do not. */
export const blocksByEquality = ({ blocking }: CompiledCriterion): boolean => blocking === 'key' || blocking === 'part'

export const readsCurrency = ({ sourceField, targetField }: SideFields): boolean =>
  sourceField === 'currency' || targetField === 'currency'

/** Whether the criteria narrow down the pairs to compare, by more than an equal currency. */
export const hasBlockingKey = (criteria: readonly CompiledCriterion[]): boolean =>
  criteria.some(
    (criterion) => criterion.blocking !== undefined && !(blocksByEquality(criterion) && readsCurrency(criterion)),
  )
