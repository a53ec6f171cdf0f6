import type { BySide } from '../record/side.ts'
import { type Amounts, formatAmounts } from './currency-sums.ts'
import { type FoldedPeriod, isOpenState, type PeriodItem } from './folded-period.ts'
import { formatOpening, type OpeningHeader, type OpeningItem } from './opening.ts'

export interface NextOpening {
  readonly header: OpeningHeader
  readonly items: readonly OpeningItem[]
}

/**
 * What a period hands on: its open items with what was decided about them, its closing balances, and what was excluded
 * and exchanged since the first opening. Equal periods give equal lines. O(items).
 */
export function nextOpening(
  folded: FoldedPeriod,
  { name, balances }: { readonly name: string; readonly balances: BySide<Amounts> },
): NextOpening {
  const { excluded, exchanged } = folded
  return {
    header: {
      kind: 'tallystick/opening@1',
      period: name,
      balances,
      excluded: { source: formatAmounts(excluded.source), target: formatAmounts(excluded.target) },
      exchanged: formatAmounts(exchanged),
    },
    items: folded.items.flatMap((item) => openingItem(item)),
  }
}

function openingItem({ name, record, state, firstSeen, ...item }: PeriodItem): readonly OpeningItem[] {
  if (!isOpenState(state)) return []
  const { chain, label, decision, owner, expected } = item
  return [
    {
      kind: 'tallystick/opening-item@1',
      side: name.side,
      part: name.root,
      record,
      firstSeen,
      state,
      ...(chain && { chain }),
      ...(owner !== undefined && { owner }),
      ...(state !== 'undecided' && {
        ...(label !== undefined && { label }),
        ...(decision !== undefined && { decision }),
        ...(expected !== undefined && { expected }),
      }),
    },
  ]
}

/** The lines of an opening, whose root is the items root of the sign-off. */
export const openingLines = ({ header, items }: NextOpening): readonly string[] => [header, ...items].map(formatOpening)
