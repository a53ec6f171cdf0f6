/** What the header of a result says of a side. */
export type HeaderSide = {
  readonly count: number
  /** The root over the lines of the dataset, or over those of all parts in their order. */
  readonly root: string
  /** Of a period's side: what it was read from. `[{"count":3,"kind":"dataset","root":"…"}]` */
  readonly parts?: readonly SidePart[]
}

export const partKinds = ['opening', 'returned', 'dataset'] as const
export type PartKind = (typeof partKinds)[number]

export type SidePart = { readonly kind: PartKind; readonly root: string; readonly count: number }
