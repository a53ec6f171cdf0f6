import type { Cause, Saying } from './cause.ts'
import { centsOf, idsIn, type Said } from './said.ts'
import type { Truth } from './truth.ts'

/** The first thing that a break says and that is not true of the event of its record; undefined where all is true. */
export function falsehoodIn(said: Said, truth: Truth): string | undefined {
  return strangerIn(said, truth) ?? wrongFigure(said, truth) ?? wrongRepeat(said, truth) ?? wrongMark(said, truth)
}

function strangerIn(said: Said, { own }: Truth): string | undefined {
  const stranger = idsIn(said).find((id) => !own.has(id))
  return stranger === undefined ? undefined : `points to ${stranger}, which has nothing to do with it`
}

/** A difference or a hint. A difference of 0 and of records that may differ by anything is not judged. */
function wrongFigure({ difference, candidates = [], partOf, hint }: Said, { cause }: Truth): string | undefined {
  const stated = [difference, partOf?.difference, ...candidates.map((each) => each.difference)]
  const wrong = stated.find((text) => text !== undefined && !isTrue(Math.abs(centsOf(text)), cause))
  if (wrong !== undefined) return `says that the amounts differ by ${wrong}`
  return hint === undefined || cause.hints.includes(hint) ? undefined : `has the hint ${hint}`
}

const isTrue = (cents: number, { differences }: Cause): boolean => cents === 0 || differences.includes(cents)

function wrongRepeat({ reason, likely }: Said, { cause, likely: partner }: Truth): string | undefined {
  if (reason === 'duplicate' && !hasSaying(cause, 'repeat')) return 'says that the record is there more than once'
  const known = partner()
  if (likely === undefined || known === undefined || known === likely) return undefined
  return `says that ${likely} is the likely partner`
}

const hasSaying = ({ sayings }: Cause, kind: Saying['kind']): boolean => sayings.some((saying) => saying.kind === kind)

/** A mark that is not true of the record, or the counterparty or type of another. */
function wrongMark({ cause: said }: Said, { record, facts }: Truth): string | undefined {
  if (said === undefined) return undefined
  const { name, value } = said
  const isOwn = (name !== 'counterparty' && name !== 'type') || isAlike(record[name], value)
  return isOwn && facts().includes(name) ? undefined : `says that its cause is ${name} ${value}`
}

const isAlike = (own: string | undefined, value: string): boolean => own?.toUpperCase() === value.toUpperCase()
