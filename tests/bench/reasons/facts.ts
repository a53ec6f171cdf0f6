import type { Side } from '../../../engine/record/side.ts'
import type { Mark } from './cause.ts'
import { hasPartner, type Truth } from './truth.ts'

/** Records of one event and day that are a batch. */
const batchCount = 3

/** Tells which marks are true of a record among all records of a world. O(records). */
export function factsAmong(truths: readonly Truth[]): (truth: Truth) => readonly Mark[] {
  const ofSide = { source: sideFacts(truths, 'source'), target: sideFacts(truths, 'target') }
  return (truth) => {
    const [own, other] = truth.side === 'source' ? [ofSide.source, ofSide.target] : [ofSide.target, ofSide.source]
    const { date = '' } = truth.record
    return [
      ...keysOf(truth).map(([mark]) => mark),
      ...(keysOf(truth).some(([, key]) => !own.partnered.has(key)) ? (['one_side'] as const) : []),
      ...((own.batches.get(truth.own)?.get(date) ?? 0) >= batchCount ? (['same_day'] as const) : []),
      ...(date < other.first ? (['before_other'] as const) : []),
      ...(date > other.last ? (['after_other'] as const) : []),
    ]
  }
}

interface SideFacts {
  readonly first: string
  readonly last: string
  /** Types and counterparties of which some record has a partner. */
  readonly partnered: ReadonlySet<string>
  /** Event → day → records of the side. */
  readonly batches: ReadonlyMap<Truth['own'], ReadonlyMap<string, number>>
}

function sideFacts(truths: readonly Truth[], side: Side): SideFacts {
  const records = truths.filter((truth) => truth.side === side)
  const days = records.map(({ record }) => record.date ?? '').sort()
  const partnered = new Set(records.filter(hasPartner).flatMap((truth) => keysOf(truth).map(([, key]) => key)))
  const batches = new Map<Truth['own'], Map<string, number>>()
  for (const { own, record } of records) {
    const countsByDay = batches.get(own) ?? new Map<string, number>()
    const { date = '' } = record
    batches.set(own, countsByDay.set(date, (countsByDay.get(date) ?? 0) + 1))
  }
  return { first: days[0] ?? '', last: days.at(-1) ?? '', partnered, batches }
}

function keysOf({ record: { type, counterparty } }: Truth): readonly (readonly ['type' | 'counterparty', string])[] {
  return [
    ...(type === undefined ? [] : [['type', `type ${type}`] as const]),
    ...(counterparty === undefined ? [] : [['counterparty', `counterparty ${counterparty}`] as const]),
  ]
}
