/** A tag as it is written. */
export interface OfxTag {
  /** The characters between `<` and `>`. */
  readonly written: string
  /** In upper case, without prefix and attributes. */
  readonly name: string
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
  const [, slash, name = ''] = parts
  const isStart = slash === ''
  return { written, name: name.toUpperCase(), isStart, isEnd: !isStart || written.endsWith('/'), next: undefined }
}
