import { parseShape } from './json-shape.ts'
import { refused } from './parsed.ts'

export const cutOff = 'Got a last line that is cut off, wanted a newline at its end'

/** Reads a file of one line, which must end with a newline. */
export const parseOneLine: typeof parseShape = (text, ...wanted) =>
  text.endsWith('\n') ? parseShape(text.slice(0, -1), ...wanted) : refused(cutOff)
