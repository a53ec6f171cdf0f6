import type { BreakLine, CauseKind } from '@tallystick/engine/result'
import { counted } from './plain-words.ts'

/** What a filter calls a cause. */
export const causeNames: { readonly [kind in CauseKind]: string } = {
  before_other: 'Before the other side begins',
  after_other: 'After the other side ends',
  one_side: 'Type of one side only',
  counterparty: 'Same counterparty',
  same_day: 'Same day',
  type: 'Same type',
}

/** `12 records of the type FEE have no partner on the other side. No record of this type has one.` */
export const causeSentence = ({ kind, value }: NonNullable<BreakLine['cause']>, count: number): string =>
  sentences[kind](value, counted(count, 'record'))

const sentences: { readonly [kind in CauseKind]: (value: string, records: string) => string } = {
  before_other: (day, records) => `${records} lie before ${day}, the first day of the other side.`,
  after_other: (day, records) => `${records} lie after ${day}, the last day of the other side.`,
  one_side: (type, records) => `${alone(records, `the type ${type}`)} No record of this type has one.`,
  counterparty: (name, records) => `${alone(records, name)} At least half of the records of this name are open.`,
  same_day: (day, records) => `${alone(records, day)} No record of this day has one.`,
  type: (type, records) => `${alone(records, `the type ${type}`)} At least half of the records of this type are open.`,
}

const alone = (records: string, of: string): string => `${records} of ${of} have no partner on the other side.`
