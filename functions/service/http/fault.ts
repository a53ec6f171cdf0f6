/** The members of a log line about an error. They leave out the message, which may quote what a caller sent. */
export interface LoggedFault {
  /** The classes of the error and its causes: `TypeError`, or `Error < D1_ERROR SQLITE_CONSTRAINT`. */
  readonly error: string
  /** The first frames of the stack, with places in the bundle; `npm run frames` finds the sources. */
  readonly frames: readonly string[]
}

const frameCountMax = 8
const causeCountMax = 4

export function faultOf(thrown: unknown): LoggedFault {
  const classes: string[] = []
  for (let each = thrown; each instanceof Error && classes.length < causeCountMax; each = each.cause)
    classes.push(classOf(each))
  const stack = thrown instanceof Error ? thrown.stack : undefined
  return { error: classes.length === 0 ? typeof thrown : classes.join(' < '), frames: framesIn(stack ?? '') }
}

/** D1 has no error classes: its messages begin with D1's code, and end with SQLite's. */
function classOf({ name, message }: Error): string {
  const [, ofD1, ofSqlite] = /^(D1_[A-Z_]+):(?:.*: (SQLITE_[A-Z_]+)$)?/s.exec(message) ?? []
  if (ofD1 !== undefined) return ofSqlite === undefined ? ofD1 : `${ofD1} ${ofSqlite}`
  return /^\w{1,64}$/.test(name) ? name : 'Error'
}

const framesIn = (stack: string): readonly string[] =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, frameCountMax)
