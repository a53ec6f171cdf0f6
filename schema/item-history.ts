import { openStates } from '@tallystick/engine/close'
import * as z from 'zod'
import { decisionRecord, itemName, itemRecord } from './decision.ts'
import { described } from './described.ts'
import { cursorParameter, limitParameter, pageOf } from './page.ts'
import { periodRecord } from './period.ts'
import { signer } from './signoff.ts'

/** An item through the periods of its reconciliation. */

const pageLimit = { max: 12, byDefault: 6 }

export const itemHistoryQuery = itemName.extend({
  limit: limitParameter(pageLimit.max, pageLimit.byDefault),
  cursor: cursorParameter,
})

const settledBy = z
  .object({
    by: described(
      z.enum(['rule', 'decision', 'netted']),
      'A rule that matched it, a decision, or a rule that netted it',
    ),
    rule: described(z.string().nullable(), 'The id of the rule; null of a decision'),
    decision: described(z.string().nullable(), 'The id of the decision; null of a rule'),
    others: described(z.array(itemName).max(100), 'The other items of that match, at most 100'),
    otherCount: described(z.int().nonnegative(), 'How many others there are'),
  })
  .meta({ id: 'ItemSettlement', description: 'What cleared an item' })

const seenItem = itemRecord
  .pick({ name: true, state: true, amount: true, currency: true, label: true, expected: true, owner: true })
  .extend({
    isOpen: described(z.boolean(), `Whether it stays open in this period: ${openStates.join(', ')}`),
    settledBy: described(settledBy.nullable(), 'What cleared it; null of an item that is open or set aside'),
  })
  .meta({ id: 'SeenItem', description: 'An item as a period left it' })

export const periodOfItem = z
  .object({
    period: described(periodRecord.pick({ id: true, name: true, first: true, last: true, state: true }), 'The period'),
    items: described(z.array(seenItem), 'The item, and the residuals that matches left of it: `inv7`, then `inv7~1`'),
    decisions: described(
      z.array(decisionRecord.extend({ by: described(signer, 'Who decided, by the name of today') })),
      'What was decided about them in this period, in its order',
    ),
  })
  .meta({ id: 'PeriodOfItem', description: 'What a period has of an item' })

export const itemHistoryPage = pageOf(
  periodOfItem,
  'The periods of the page, from that in which the item was first seen to that in which it was cleared',
).meta({ id: 'ItemHistory', description: 'A page of the periods that an item went through' })

export type ItemHistoryQuery = z.output<typeof itemHistoryQuery>
export type PeriodOfItem = z.infer<typeof periodOfItem>
