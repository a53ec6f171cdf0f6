import { canonicalize, type JsonValue, type Parsed, type Sha256 } from '@tallystick/engine/base'
import { type DecisionLine, parseDecision, type ReadPeriod } from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'

/** A decision to be made. */
export interface AskedDecision {
  readonly line: DecisionLine
  /** The text of which the line has the hash. */
  readonly note: string | undefined
}

interface AskedMembers {
  /** Members of the line but those that say who made it and when. */
  readonly members: object
  readonly note: string | undefined
  readonly actor: string
  readonly time: string
  /** Its place in the batch, from 0. */
  readonly place: number
}

/** Refuses members that decisions of its kind do not have. */
export function askDecision(
  sha256: Sha256,
  { manifest, decisions }: ReadPeriod,
  { members, note, actor, time, place }: AskedMembers,
): Parsed<AskedDecision> {
  const id = `${manifest.period.name}-${decisions.length + place + 1}`
  const noted = note === undefined ? {} : { note: hashOfLine(sha256, note) }
  // Drops members that are undefined, which JSON does not have.
  const value: JsonValue = JSON.parse(JSON.stringify({ ...members, ...noted, id, actor, time }))
  const read = parseDecision(canonicalize(value))
  return read.ok ? { ok: true, value: { line: read.value, note } } : read
}
