import { expect, it } from 'vitest'
import { nearestField } from '../../../engine/result/absent-fields.ts'

it.each([
  ['attributes.endToEndId', 'attributes.end_to_end_id', 'other case and punctuation'],
  ['attributes.Straße', 'attributes.strasse', 'letters of two'],
  ['attributes.stroe', 'attributes.store', 'letters that changed places'],
  ['gross', 'attributes.gross', 'a canonical field that stayed an attribute'],
  ['attributes.reference', 'reference', 'an attribute that became a canonical field'],
  ['attributes.store', 'attributes.shop.store', 'a path that is nested'],
  ['attributes.paymentReference', 'reference', 'a part of the name'],
])('takes %s for %s: %s', (field, meant) => {
  expect(nearestField(field, ['id', 'description', meant, 'attributes.zzz'])).toBe(meant)
})

it.each(['gross', 'attributes.fx', 'attributes.№', 'attributes.totallyOther'])('takes %s for nothing else', (field) => {
  expect(nearestField(field, ['id', 'amount', 'net', 'fee', 'attributes.%', 'attributes.batch'])).toBeUndefined()
})

it('takes the nearest, and the first of those that are as near', () => {
  expect(nearestField('attributes.batch', ['attributes.patch', 'attributes.BATCH', 'attributes.Batch'])).toBe(
    'attributes.BATCH',
  )
  expect(nearestField('gross', ['attributes.gross_amount_of_all', 'attributes.gross_amount'])).toBe(
    'attributes.gross_amount',
  )
})
