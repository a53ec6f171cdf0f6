import { addDecimals, formatDecimal, parseDecimal, subtractDecimals } from '../../../engine/base/decimal.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { MatchLine } from '../../../engine/result/line.ts'

const zero = { coefficient: 0n, scale: 0 }
const amountOf = ({ amount, net, gross }: CanonicalRecord) => parseDecimal(amount ?? net ?? gross ?? '0') ?? zero

/** The records of a side and what matches left over of them, which their records count no more. */
export function withRests(
  records: readonly CanonicalRecord[],
  side: 'source' | 'target',
  matches: readonly MatchLine[],
): CanonicalRecord[] {
  const items = new Map(records.map((record) => [record.id, record]))
  let waiting = matches.flatMap(({ residual }) => (residual?.side === side ? [residual] : []))
  while (waiting.length > 0) {
    const [ready, others] = [
      waiting.filter(({ id }) => items.has(originOf(id))),
      waiting.filter(({ id }) => !items.has(originOf(id))),
    ]
    if (ready.length === 0) throw new Error('A rest is of no record')
    for (const { id, amount } of ready) {
      const origin = items.get(originOf(id))
      const rest = parseDecimal(amount)
      if (origin === undefined || rest === undefined) throw new Error('A rest is malformed')
      const left = formatDecimal(subtractDecimals(addDecimals(amountOf(origin), zero), rest))
      items.set(origin.id, { ...origin, amount: left })
      items.set(id, { ...origin, id, amount })
    }
    waiting = others
  }
  return [...items.values()]
}

const originOf = (id: string): string => id.replace(/~\d+$/, '')
