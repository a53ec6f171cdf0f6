import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { addDataset, beginFirst } from '../../../engine/close/begin-period.ts'
import { periodOf } from '../../../engine/close/period-calendar.ts'
import { settleInSlices, settlePeriod } from '../../../engine/close/settle-period.ts'
import type { Side } from '../../../engine/record/side.ts'
import { policyOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'

const count = 4_000

/** A first period with as many records a side, every tenth of which is of the next one. */
function files() {
  const lines = (side: Side): readonly string[] =>
    Array.from({ length: count }, (_, index) =>
      canonicalize({
        ...{ id: `${side}${index}`, amount: String(index), currency: 'EUR' },
        date: index % 10 === 0 ? '2026-04-01' : '2026-03-05',
      }),
    )
  const none = { file: '', lines: [] }
  const begun = beginFirst(sha256, {
    ...{ period: periodOf('2026-03-01', '2026-03-31'), statement: 'source', approvalAbove: {}, materiality: {} },
    policy: policyOf([{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]),
    balances: { source: {}, target: {} },
    open: { source: none, target: none },
  })
  return (['source', 'target'] as const).reduce(
    (all, side) => addDataset(sha256, all, { side, file: side, lines: lines(side) }),
    begun,
  )
}

it('settles in slices of some hundred lines, to the same files as at once', () => {
  const given = files()
  const slices = settleInSlices(sha256, given)
  let sliceCount = 0
  let step = slices.next()
  for (; step.done !== true; step = slices.next()) sliceCount += 1
  const settled = step.value
  const atOnce = settlePeriod(sha256, given)
  if (!settled.ok || !atOnce.ok) throw new Error('The files are read')
  expect(settled.value.files).toEqual(atOnce.value.files)
  // The lines are read, compared with earlier ones, and put into tables; those of the result are read.
  expect(sliceCount).toBeGreaterThan((4 * 2 * count) / 1_000)
})

it('settles what is settled to the same files', () => {
  const once = settlePeriod(sha256, files())
  if (!once.ok) throw new Error(once.detail)
  const again = settlePeriod(sha256, once.value.files)
  expect(again.ok && again.value.files).toEqual(once.value.files)
})
