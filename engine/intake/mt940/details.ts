export interface EntryDetails {
  readonly description?: string | undefined
  readonly counterparty?: string | undefined
  /** By attribute name, such as `endToEndId`. */
  readonly attributes: Details
}

export interface Details {
  [name: string]: string | undefined
}
