/** What the log says of an error: never its message, which may quote what a caller sent. */
export interface LoggedFault {
  /** Its class, and those of its causes: `TypeError`, or `Error < D1_ERROR SQLITE_CONSTRAINT`. */
  readonly error: string
  /** Where it came from, `file:line:column` of the bundle; `npm run frames` names the places in the sources. */
  readonly frames: readonly string[]
}

const frameCountMax = 8
const causeCountMax = 4

/** The class and the frames of anything that was thrown. */
export function faultOf(thrown: unknown): LoggedFault {
  const classes: string[] = []
  for (let rest = thrown; rest instanceof Error && classes.length < causeCountMax; rest = rest.cause)
    classes.push(classOf(rest))
  const stack = thrown instanceof Error ? thrown.stack : undefined
  return { error: classes.length === 0 ? typeof thrown : classes.join(' < '), frames: framesIn(stack ?? '') }
}

/** D1 has no classes: it begins a message with its code, and ends it with that of SQLite. */
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
