/** The tags of which a statement mostly consists. */
const usualNames = new Set(
  'STMTTRN TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID CHECKNUM REFNUM SIC NAME MEMO CURRENCY CURRATE CURSYM'.split(
    ' ',
  ),
)

/** The name of a tag in upper case, without prefix and attributes; empty for text that is no tag. */
export function nameOf(inner: string): string {
  if (usualNames.has(inner)) return inner
  const name = /^(?:[A-Za-z][\w.-]*:)?([A-Za-z][\w.-]{0,63})(?:\s[^<]*|\/)?$/.exec(inner)?.[1]
  return name === undefined ? '' : name.toUpperCase()
}
