import { type DecisionLine, keyOfItem } from '@tallystick/engine/close'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { stale } from '../http/if-match.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import type { DecisionRow } from '../store/decision-store.ts'
import { linesIn } from './stored-period.ts'

/** The revision of the period that the caller has seen. Throws `precondition_required` and `invalid_header`. */
export function seenRevision(c: Context<AppEnv>): number {
  const header = c.req.header('If-Match')
  if (header === undefined) throw new ProblemError('precondition_required')
  const [, number] = /^"([1-9][0-9]{0,14})"$/.exec(header.trim()) ?? []
  if (number === undefined)
    throw new ProblemError('invalid_header', {
      detail: 'If-Match of decisions is one ETag of the period, such as "3".',
    })
  return Number(number)
}

interface Known {
  readonly rows: readonly DecisionRow[]
  /** What the caller has seen, and what the period has. */
  readonly seen: number
  readonly revision: number
  readonly actor: string
}

/**
 * Throws `item_decided`, with the decision, where somebody else has decided about one of the items since the revision that
 * the caller has seen; `precondition_failed` for a revision that the period has not had.
 */
export function refuseOthersDecisions(made: readonly DecisionLine[], { rows, seen, revision, actor }: Known): void {
  if (seen > revision) throw stale(revision)
  const later = linesIn(rows.filter((row) => row.revision > seen)).filter((line) => line.actor !== actor)
  const lineByItem = new Map(
    later.flatMap((line) => (line.items ?? []).map((name) => [keyOfItem(name), line] as const)),
  )
  const lineByDecision = new Map(later.flatMap((line) => (line.follows === undefined ? [] : [[line.follows, line]])))
  const errors: Fault[] = made.flatMap(({ items = [], follows }, index) => [
    ...items.flatMap((name, place) => faultOf(lineByItem.get(keyOfItem(name)), `/decisions/${index}/items/${place}`)),
    ...faultOf(follows === undefined ? undefined : lineByDecision.get(follows), `/decisions/${index}/follows`),
  ])
  if (errors.length > 0) throw new ProblemError('item_decided', { errors: errors.slice(0, 100) })
}

const faultOf = (line: DecisionLine | undefined, pointer: string): readonly Fault[] =>
  line === undefined
    ? []
    : [{ pointer, code: 'item_decided', detail: `${line.id}: ${line.kind} by ${line.actor} at ${line.time}` }]
