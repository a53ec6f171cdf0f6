import type { Parsed } from '@tallystick/engine/base'
import { recordsAltered } from '../http/altered.ts'

/** The value that was stored. Throws `records_altered` where its text is refused; `what` names it. */
export function soundOf<Value>(parsed: Parsed<Value>, what: string): Value {
  if (!parsed.ok) throw recordsAltered(`${what} was changed after it was stored: ${parsed.detail}`)
  return parsed.value
}
