/** Filters by side: only records that meet all filters of their side take part in the rule. */
export interface Where {
  readonly source?: readonly Filter[]
  readonly target?: readonly Filter[]
}

export interface Filter {
  readonly field: string
  readonly op: (typeof filterOps)[number]
  /** Absent for `present` and `absent`, a list for `in` and `nin`. */
  readonly value?: FilterValue | readonly FilterValue[]
  readonly abs?: true
}

export const filterOps = [
  'eq',
  'ne',
  'in',
  'nin',
  'lt',
  'lte',
  'gt',
  'gte',
  'present',
  'absent',
  'contains',
  'not_contains',
  'starts',
  'ends',
] as const
export type FilterValue = string | number | boolean

export type TextOp = 'contains' | 'not_contains' | 'starts' | 'ends'

/** Whether an op is for text fields only and takes one text. */
export const isTextOp = (op: Filter['op']): op is TextOp =>
  op === 'contains' || op === 'not_contains' || op === 'starts' || op === 'ends'

/** `Array.isArray` does not narrow a union that has a readonly array. */
export const isValueList = (value: FilterValue | readonly FilterValue[]): value is readonly FilterValue[] =>
  Array.isArray(value)
