import { sizeOfAmount } from '@tallystick/audit/base/amount'
import { sizeWordsOf } from '@tallystick/audit/report/size-words'
import type { NearestSet } from '../engine-worker/line-detail-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { grouped } from '../parts/plain-words.ts'

/** `this and 2 more make 295.00 EUR, 5.00 EUR short` */
export function setWords(set: NearestSet, currency: string | null): string {
  const { recordCount, total } = set
  const more = recordCount === null ? 'others' : `${grouped(recordCount - 1)} more`
  const made = recordCount === 1 ? 'this alone makes' : `this and ${more} make`
  return `${made} ${amountText(total, currency)}, ${missWords(set, currency)}`
}

function missWords({ side, amount, total, difference }: NearestSet, currency: string | null): string {
  if (sizeOfAmount(difference) === '0') return 'exactly its amount'
  const anchor = amount ?? undefined
  const amounts = side === 'source' ? { source: anchor, target: total } : { source: total, target: anchor }
  const { standing, suffix } = sizeWordsOf({ difference, ...amounts })
  const size = amountText(sizeOfAmount(difference), currency)
  if (standing === 'apart') return `${size} apart`
  return `${size} ${(standing === 'less') === (side === 'source') ? 'short' : 'over'}${suffix}`
}
