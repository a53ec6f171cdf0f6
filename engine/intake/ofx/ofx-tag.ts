/** The aggregates that are read, by what they are. All others are known by their end tags alone. */
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

/** What an aggregate is. */
export type Kind = 'file' | 'statement' | 'account' | 'period' | 'balance' | 'entry' | 'part' | 'trade' | 'other'

/** A tag as it is written. */
export interface OfxTag {
  /** The characters between `<` and `>`. */
  readonly written: string
  /** In upper case, without prefix and attributes. */
  readonly name: string
  /** Undefined for a value, and for an aggregate that is not read. */
  readonly kind: Kind | undefined
  readonly isStart: boolean
  /** An empty XML element, `<NAME/>`, is both. */
  readonly isEnd: boolean
  /** The tag that came behind this one the last time, as the tags of entries repeat. */
  next: OfxTag | undefined
}

/** Tags that are kept: a file has few, each thousands of times. */
const tagCountMax = 512

/** A reader of tags, which gives one object for each spelling; undefined for text that is no tag. */
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
