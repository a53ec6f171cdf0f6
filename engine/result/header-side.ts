/** What the header of a result says of a side. */
export type HeaderSide = {
  readonly count: number
  /** The root over the lines of the dataset, or over those of all parts in their order, as far as they take part. */
  readonly root: string
  /** Of a period's side: what it was read from. `[{"count":3,"kind":"dataset","root":"…"}]` */
  readonly parts?: readonly SidePart[]
}

export const partKinds = ['opening', 'returned', 'dataset'] as const
export type PartKind = (typeof partKinds)[number]

/** The records of a part that take part in the run. */
export type SidePart = {
  readonly kind: PartKind
  readonly root: string
  readonly count: number
  /** All records of the part, where the run leaves some of them out. */
  readonly whole?: { readonly root: string; readonly count: number }
}

/** All records of a part; its root names the part in every period. */
export const wholeOf = ({ root, count, whole = { root, count } }: SidePart): NonNullable<SidePart['whole']> => whole
