/** The known aggregates. Others are recognised by their end tags alone. */
const kinds = new Map<string, Kind>([
  ['OFX', 'file'],
  ['STMTRS', 'statement'],
  ['CCSTMTRS', 'statement'],
  ['INVSTMTRS', 'statement'],
  ['BANKACCTFROM', 'account'],
  ['CCACCTFROM', 'account'],
  ['INVACCTFROM', 'account'],
  ['BANKTRANLIST', 'period'],
  ['INVTRANLIST', 'period'],
  ['LEDGERBAL', 'balance'],
  ['AVAILBAL', 'other'],
  ['STMTTRN', 'entry'],
  ['STMTTRNP', 'entry'],
  ['PAYEE', 'part'],
  ['BANKACCTTO', 'part'],
  ['CCACCTTO', 'part'],
  ['CURRENCY', 'part'],
  ['ORIGCURRENCY', 'part'],
  ['INVTRAN', 'trade'],
])

export type Kind = 'file' | 'statement' | 'account' | 'period' | 'balance' | 'entry' | 'part' | 'trade' | 'other'

export interface OfxTag {
  readonly written: string
  /** In upper case, without prefix and attributes. */
  readonly name: string
  /** Undefined for a value, and for an unknown aggregate. */
  readonly kind: Kind | undefined
  readonly isStart: boolean
  /** An empty XML element, `<NAME/>`, is both start and end. */
  readonly isEnd: boolean
  /** The tag that followed this tag the last time: entries repeat their tags. */
  next: OfxTag | undefined
}

/** Bounds the tags that are kept: a file has few, each thousands of times. */
const tagCountMax = 512

export function createTagMemory(): (written: string) => OfxTag | undefined {
  const known = new Map<string, OfxTag>()
  return (written) => {
    const before = known.get(written)
    if (before !== undefined) return before
    const tag = readTag(written)
    if (tag !== undefined && known.size < tagCountMax) known.set(written, tag)
    return tag
  }
}

function readTag(written: string): OfxTag | undefined {
  const parts = /^(\/?)(?:[A-Za-z][\w.-]*:)?([A-Za-z][\w.-]{0,63})(?:\s[^<]*|\/)?$/.exec(written)
  if (parts === null) return undefined
  const [, slash, own = ''] = parts
  const name = own.toUpperCase()
  const isStart = slash === ''
  return { written, name, kind: kinds.get(name), isStart, isEnd: !isStart || written.endsWith('/'), next: undefined }
}
