import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Side } from '../../../engine/record/side.ts'
import type { Cause, Mark } from './cause.ts'

/** What is known of a record of a world. */
export interface Truth {
  readonly kind: string
  readonly side: Side
  readonly record: CanonicalRecord
  readonly cause: Cause
  /** All records of the event, this one among them. */
  readonly own: ReadonlySet<string>
  /** What may be said of the record as a `cause`. */
  readonly facts: () => readonly Mark[]
  /** The partner among records that are there more than once. */
  readonly likely: () => string | undefined
}

/** Whether the other side has a record that belongs to it. */
export const hasPartner = ({ cause }: Pick<Truth, 'cause'>): boolean =>
  cause.sayings.some(({ kind }) => kind !== 'absent' && kind !== 'mark')
