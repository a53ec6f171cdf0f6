import { parseShape } from './json-shape.ts'
import { refused } from './parsed.ts'

/** Why a text without a newline at its end is refused. */
export const cutOff = 'Got a last line that is cut off, wanted a newline at its end'

/** Reads a file of one line. */
export const parseOneLine: typeof parseShape = (text, ...wanted) =>
  text.endsWith('\n') ? parseShape(text.slice(0, -1), ...wanted) : refused(cutOff)
