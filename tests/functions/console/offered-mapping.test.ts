import { expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { offeredMapping } from '../../../functions/console/parts/offered-mapping.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

it('is the mapping at the end of a fault of a file whose columns are not recognised', async () => {
  const session = createEngineSession({ sha256, openRows })
  const file = new File(['Nr,Am,Wieviel\n1,2026-03-01,10.00\n2,2026-03-02,20.00\n'], 'strange.csv')
  const preview = await session.previewFile({ file, settings: {} }, () => undefined)
  if (preview?.reading.ok !== false) throw new Error('The file was read')
  const offered = offeredMapping(preview.reading.faults)
  expect(JSON.parse(offered ?? 'null')).toMatchObject({ amount: 'Wieviel' })
  const { mapping } = { mapping: undefined, ...session.readMapping(offered ?? '') }
  const again = await session.previewFile({ file, settings: { mapping, currency: 'EUR' } }, () => undefined)
  expect(again?.reading.ok).toBe(true)
})

it('is the mapping that says which amounts go out, in files of any format', async () => {
  const session = createEngineSession({ sha256, openRows })
  for (const file of [
    new File(['Date,Type,Amount\n2026-03-01,Sale,10.00\n2026-03-02,Refund,4.00\n'], 'shop.csv'),
    new File(
      ['[{"date":"2026-03-01","type":"sale","amount":10},{"date":"2026-03-02","type":"refund","amount":4}]'],
      'shop.json',
    ),
  ]) {
    const preview = await session.previewFile({ file, settings: {} }, () => undefined)
    if (preview?.reading.ok !== false) throw new Error('The file was read')
    const offered = offeredMapping(preview.reading.faults)
    const { mapping } = { mapping: undefined, ...session.readMapping(offered ?? '') }
    const again = await session.previewFile({ file, settings: { mapping, currency: 'EUR' } }, () => undefined)
    expect(again).toMatchObject({ reading: { ok: true, preview: { summary: { totals: { EUR: '6' } } } } })
  }
})

it('is none where no fault offers one', () => {
  expect(offeredMapping([{ detail: 'Got {"a":1} in a row' }])).toBeUndefined()
})
