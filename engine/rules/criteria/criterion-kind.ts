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

/**
 * All that the compiler, the matcher and the result ask about one way to compare two values. Each kind has a file;
 * `criterion-kinds.ts` lists them.
 */
export interface CriterionKind {
  /**
   * Together with a deciding member, if there is one, the type and `op` select the kind. No caller writes `sum` and
   * `sign`.
   */
  readonly type: ValueType
  readonly op: Criterion['op'] | 'sum' | 'sign'
  /** Besides the fields, `op` and `nulls`, in the order of the effective criterion. */
  readonly members: readonly CriterionMember[]
  readonly refusal?: (type: ValueType) => string
  /** Whether it may stand in a rule that takes whole groups: values that are only alike make no group. */
  readonly joinsGroups: boolean
  /** Whether values that hold may tell a record from all others. */
  readonly identifies: boolean
  /** Set where agreeing under this criterion alone does not relate two records. */
  readonly provesNothing?: true
  /** Throws a TypeError when a member that the kind needs is missing. */
  compile(criterion: Criterion, fields: SideFields, referenceData: ReferenceData): CompiledComparison

  /** Absent where no pair that holds deviates. */
  readonly rank?: Exclude<RankKind, 'skipped'>

  /** A sum is shown by its totals. */
  readonly showsFields: boolean
  readonly isNumeric: boolean
  /** How the API names two different values that hold. */
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
   * The reason of a two-sided break when only this criterion fails; undefined where one value only hints at another.
   */
  mismatch(fields: SideFields): 'amount_mismatch' | 'date_mismatch' | 'currency_mismatch' | undefined
}

export type ValueType = 'decimal' | 'date' | 'text'

export interface SideFields {
  readonly sourceField: string
  readonly targetField: string
  readonly oneSide?: Side
}

/** Adds a fault at a JSON Pointer below the criterion. */
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
    /** The member with its article, as in "wanted a tolerance". */
    readonly called: string
    /** The fault of the member beside another deciding member that comes first in the table of kinds. */
    readonly clash?: string
  }
  /** The type that two attributes beside the member are read as; else they are text. */
  readonly readsAttributesAs?: ValueType
  /** The fault of the member on fields of a type that it does not fit. */
  refusal(type: ValueType): string
  /** The effective form of the member, its default written out; nothing when it is left out or refused. */
  read(input: CriterionInput, refuse: Refuse): Partial<Criterion>
}

/** What a criterion would have to allow for a pair to hold, in its own members: `{"days":12}`. */
export type Needs = { readonly [member: string]: JsonValue }

/**
 * How a criterion that every pair must meet bounds the pairs to look at: by equal values (`key`), by equal parts of
 * values (`part`), by a range of sorted values (`window`), by an index of the parts of texts (`index`), or by the keys
 * that a text lists (`list`).
 */
export type Blocking = 'key' | 'part' | 'window' | 'index' | 'list'

interface CompiledComparison {
  readonly blocking?: Blocking
  /** O(rows) for decimals and sums, lazily for text. */
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
 * A comparison bound to the columns of two sides. Rows are positions in their tables; a pair has a value on each side.
 * Members that `BoundCriterion` has, too, are described there.
 */
export interface Comparison<Value extends ComparedValue = ComparedValue> {
  source(row: number): Value | undefined
  target(row: number): Value | undefined
  holds(source: Value, target: Value): boolean
  /** A faster `holds` for two rows; undefined where one has no value. */
  holdsAt?(source: number, target: number): boolean | undefined
  difference(source: Value, target: Value): Units
  readonly scale: number
  /** The size of `difference` where absent. */
  rank?(source: Value, target: Value): Units
  /** The confidence of a pair that does not deviate, and of every pair where `evidence` is absent. */
  readonly evidenceMax: Confidence
  evidence?(source: Value, target: Value): Confidence
  needs?(source: Value, target: Value): Needs | undefined
  /**
   * With blocking by `part`: what both values of a pair that holds have in common; undefined for a value that no pair
   * can hold with.
   */
  keyPart?(value: Value): ComparedValue | undefined
  /**
   * With blocking by `part`: the form in which texts are sorted. In a pair that holds, the form of one text begins the
   * form of the other.
   */
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
  /** Whether rows have values, where this is known without reading them. */
  readonly present?: BySide<(row: number) => boolean>
  numbering?(): Numbering
}

/** Equal keys need no further comparison. */
export const isKey = ({ blocking }: CompiledCriterion): boolean => blocking === 'key'

/** Pairs with an equal part still have to be compared. */
export const blocksByEquality = ({ blocking }: CompiledCriterion): boolean => blocking === 'key' || blocking === 'part'

export const readsCurrency = ({ sourceField, targetField }: SideFields): boolean =>
  sourceField === 'currency' || targetField === 'currency'

/** Whether these criteria bound the pairs to look at: a key other than the currency, a window, an index or a list. */
export const hasBlockingKey = (criteria: readonly CompiledCriterion[]): boolean =>
  criteria.some(
    (criterion) => criterion.blocking !== undefined && !(blocksByEquality(criterion) && readsCurrency(criterion)),
  )
