/** The most records that a period may hold: those that are open, left out, handed on, decided or netted. */
export type ItemLimit = number | undefined

export class ItemLimitError extends Error {
  override readonly name = 'ItemLimitError'
  readonly itemCountMax: number

  constructor(itemCountMax: number) {
    super(`The period holds more than ${itemCountMax} records`)
    this.itemCountMax = itemCountMax
  }
}

export function requireItems(itemCount: number, limit: ItemLimit): void {
  if (limit !== undefined && itemCount > limit) throw new ItemLimitError(limit)
}
