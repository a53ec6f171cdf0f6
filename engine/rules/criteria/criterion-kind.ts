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
 * A kind of criterion: all that the compiler, the matcher and the result ask about one way to compare two values.
 * `criterion-kinds.ts` lists the kinds, each of which has a file of its own.
 */
export interface CriterionKind {
  /**
   * A criterion is of this kind when its fields have this type, its `op` is this, and it has the member that decides the
   * kind, if one does. No caller writes `sum` and `sign`.
   */
  readonly type: ValueType
  readonly op: Criterion['op'] | 'sum' | 'sign'
  /** The members that the kind takes besides the fields, `op` and `nulls`, in the order of the effective criterion. */
  readonly members: readonly CriterionMember[]
  /** The fault of `op` on fields of another type; a kind that a member decides leaves that fault to the member. */
  readonly refusal?: (type: ValueType) => string
  /** Whether it may stand in a rule that takes whole groups: values that are only alike make no group. */
  readonly joinsGroups: boolean
  /** Whether values that hold may tell a record from all others. */
  readonly identifies: boolean
  /** Set where a pair that agrees in this alone agrees in nothing: it counts as no criterion that holds on values. */
  readonly provesNothing?: true
  /** The criterion ready to be bound. Throws a TypeError when a member that the kind needs is missing. */
  compile(criterion: Criterion, fields: SideFields, referenceData: ReferenceData): CompiledComparison

  /** The part of the rank tuple that the kind fills; absent where no pair that holds deviates. */
  readonly rank?: Exclude<RankKind, 'skipped'>

  /** Whether result lines show the values of the fields; a sum is shown by its totals. */
  readonly showsFields: boolean
  /** Whether evidence shows the values as numbers. */
  readonly isNumeric: boolean
  /** How the API names two values that hold although they differ. */
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
  /** How a result line says how far two values are apart; absent where it does not. */
  readonly deviation?: DeviationForm
  /** The reason of a two-sided break when just this criterion fails; undefined where one value only hints at another. */
  mismatch(fields: SideFields): 'amount_mismatch' | 'date_mismatch' | 'currency_mismatch' | undefined
}

/** The type that the values of both fields are compared as. */
export type ValueType = 'decimal' | 'date' | 'text'

export interface SideFields {
  readonly sourceField: string
  readonly targetField: string
  /** The 1-side of a 1:n or n:1 rule. */
  readonly oneSide?: Side
}

/** Adds a fault at a JSON Pointer below the criterion. */
export type Refuse = (pointer: string, code: string, detail: string) => void

/** A member of a criterion that belongs to some kinds only. */
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
  /** Set where the member alone decides the kind. */
  readonly decides?: {
    /** The member with its article, as in "wanted a tolerance". */
    readonly called: string
    /** The fault of the member beside another that decides the kind and comes before it in the table of kinds. */
    readonly clash?: string
  }
  /** The type that two attributes are read as beside the member; without it they are text. */
  readonly readsAttributesAs?: ValueType
  /** The fault of the member on fields of a type that no kind with this member has. */
  refusal(type: ValueType): string
  /** The effective form of the member, its default written out; nothing when it is left out or refused. */
  read(input: CriterionInput, refuse: Refuse): Partial<Criterion>
}

/** What a criterion would have to allow for a pair to hold, in its own members: `{"days":12}`. */
export type Needs = { readonly [member: string]: JsonValue }

/**
 * How a criterion that every pair must meet bounds the pairs to look at: by equal values (`key`), by equal parts of
 * values (`part`), by a stretch of sorted values (`window`), by an index of the parts of texts (`index`), or by the keys
 * that a text lists (`list`).
 */
export type Blocking = 'key' | 'part' | 'window' | 'index' | 'list'

export interface CompiledComparison {
  /** Absent where the criterion bounds no pairs. */
  readonly blocking?: Blocking
  /** Ties the criterion to the columns of both sides. O(rows) for decimals and sums, lazily for text. */
  bind(source: Table, target: Table): Comparison
}

/** A criterion as the matcher walks it. */
export interface CompiledCriterion extends CompiledComparison, SideFields {
  readonly kind: CriterionKind
  /** The field's name in results: `amount`, or `source/target` when the sides' fields differ. */
  readonly name: string
  readonly nulls: Criterion['nulls']
}

/** A value as it is compared: text after normalising, units after `sign`, a day number. */
export type ComparedValue = string | Units

/** A comparison tied to the columns of two sides. Rows are positions in their tables; a pair has a value on each side. */
export interface Comparison<Value extends ComparedValue = ComparedValue> {
  source(row: number): Value | undefined
  target(row: number): Value | undefined
  holds(source: Value, target: Value): boolean
  /** The same of two rows, where that is faster; undefined where one has no value. */
  holdsAt?(source: number, target: number): boolean | undefined
  /** Target − source: units of `10^-scale`, or days; 0 for texts. */
  difference(source: Value, target: Value): Units
  /** Digits after the point of a `difference` of decimals. */
  readonly scale: number
  /** The rank of a pair that holds, smaller is closer: the size of its `difference` where the kind does not say. */
  rank?(source: Value, target: Value): Units
  /** The confidence that a pair gives that does not deviate, or that is absent on both sides. */
  readonly evidenceMax: Confidence
  /** The confidence that a pair that holds gives; `evidenceMax` where the kind does not say. */
  evidence?(source: Value, target: Value): Confidence
  /** What the criterion would have to allow for a pair that fails; undefined where nothing short of another rule does. */
  needs?(source: Value, target: Value): Needs | undefined
  /** With blocking by a `part`: what the values of a pair that holds have in common; undefined for a value of none. */
  keyPart?(value: Value): ComparedValue | undefined
  /** With blocking by a `part`: a value as it is sorted; of a pair that holds one text begins the other. */
  sortedBy?(value: string): string
  /** The values of targets that may hold for a source, inclusive; undefined when all may. Windows have it. */
  reach?(source: Value): Reach | undefined
  /** Basis points of a pair of texts that are alike; undefined when they are not. */
  similarity?(source: Value, target: Value): number | undefined
  /** Why a pair cannot be compared at all; undefined when it can. */
  failure?(source: Value, target: Value): FailureCode | undefined
  /** The amounts of a pair after conversion; undefined when they cannot be converted. */
  converted?(source: Value, target: Value): Converted | undefined
  /** What comparing two texts costs, where that is far more than a look at two values. */
  readonly textWork?: TextWork
  /** Units that no text of a side has more of, see `TextWork`; absent where that is not known without reading all. */
  unitsMost?(): BySide<number>
  /** The parts of texts that an index finds likely pairs by. */
  readonly layers?: readonly Layer[]
  /** The values of the n side that a text of the 1-side lists. */
  listedIn?(text: string): ReadonlySet<string>
  /** What normalising texts costs; absent where no text is normalised. */
  readonly normalizing?: NormalizingSteps
  /** Whether rows have values, where that is known without reading them. */
  readonly present?: BySide<(row: number) => boolean>
  /** The values of all rows as numbers, where rows hold just when their values are equal. O(rows), once. */
  numbering?(): Numbering
}

/** Whether rows pair just where their values under the criterion are equal: equal keys need no further comparison. */
export const isKey = ({ blocking }: CompiledCriterion): boolean => blocking === 'key'

/** Whether rows pair only where values, or a part of them, are equal; pairs with an equal part have to be compared. */
export const blocksByEquality = ({ blocking }: CompiledCriterion): boolean => blocking === 'key' || blocking === 'part'

/** Whether a criterion compares the currency of either side. */
export const readsCurrency = ({ sourceField, targetField }: SideFields): boolean =>
  sourceField === 'currency' || targetField === 'currency'

/** Whether these criteria bound the pairs to look at: a key other than the currency, a window, an index or a list. */
export const hasBlockingKey = (criteria: readonly CompiledCriterion[]): boolean =>
  criteria.some(
    (criterion) => criterion.blocking !== undefined && !(blocksByEquality(criterion) && readsCurrency(criterion)),
  )
