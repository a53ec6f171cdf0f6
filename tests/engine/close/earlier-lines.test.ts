import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { finish } from '../../../engine/base/slices.ts'
import { addDataset, beginFirst, beginNext } from '../../../engine/close/begin-period.ts'
import { type EarlierLine, findRepeatable, isComparedFrom, readEarlier } from '../../../engine/close/earlier-lines.ts'
import { periodOf } from '../../../engine/close/period-calendar.ts'
import { formatLines, type PeriodFiles } from '../../../engine/close/period-files.ts'
import { overFiles } from '../../../engine/close/reading.ts'
import { settlePeriod } from '../../../engine/close/settle-period.ts'
import { noReceipt } from '../../../engine/log/receipt.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { checkLaw } from '../support/law.ts'
import { policyOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'

const none = { file: '', lines: [] }

const begun = beginFirst(sha256, {
  ...{ period: periodOf('2026-03-01', '2026-03-31'), statement: 'source', approvalAbove: {}, materiality: {} },
  policy: policyOf([{ id: 'same', match: [{ field: 'amount' }] }]),
  ...{ balances: { source: {}, target: {} }, open: { source: none, target: none } },
})

const earlierLine = (side: string, record: CanonicalRecord): string => canonicalize({ side, record })

const record = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c'),
    amount: fc.constantFrom('1', '2'),
    date: fc.constantFrom('2026-02-27', '2026-03-02'),
    valueDate: fc.constantFrom('2026-02-27', '2026-03-02'),
  },
  { requiredKeys: ['id', 'amount'] },
)

it('leaves out the same records whether it knows all earlier lines or those that its own may repeat', () => {
  const records = fc.array(record, { maxLength: 5 })
  const earlier = fc.array(fc.tuple(fc.constantFrom('source', 'target'), record), { maxLength: 8 })
  let [fewer, repeated] = [0, 0]
  checkLaw(
    fc.property(earlier, records, records, (given, source, target) => {
      const whole = { source, target }
      const files = (['source', 'target'] as const).reduce(
        (all, side) => addDataset(sha256, all, { side, file: side, lines: whole[side].map(canonicalize) }),
        begun,
      )
      const lines = given.map(([side, each]) => earlierLine(side, each))
      const repeatable = passing(lines, finish(overFiles(findRepeatable(sha256), files)))
      const [all, some] = [lines, repeatable].map((each) => asideOf({ ...files, 'earlier.ndjson': formatLines(each) }))
      expect(some).toBe(all)
      if (repeatable.length < lines.length) fewer += 1
      if (some?.includes('repeated')) repeated += 1
    }),
  )
  expect(Math.min(fewer, repeated)).toBeGreaterThan(0)
})

const passing = (lines: readonly string[], test: (read: EarlierLine) => boolean) =>
  lines.filter((line) => test(readEarlier(line)))

function asideOf(files: PeriodFiles): string {
  const settled = settlePeriod(sha256, files)
  if (!settled.ok) throw new Error(settled.detail)
  return settled.value.files['aside.ndjson']
}

it('compares with the 400 days before the period, and with records without a date', () => {
  const isCompared = isComparedFrom('2026-03-01')
  const dated = ['2025-01-24', '2025-01-25', '2026-04-01'].map((date) => ({ id: 'a', amount: '1', date }))
  const undated = { id: 'a', amount: '1' }
  const records = [...dated, undated]
  expect(records.map((each) => isCompared({ side: 'source', record: each }))).toEqual([false, true, true, true])
})

it('hands on what was compared and what was counted, but the repeated lines', () => {
  const counted = { id: 'x', amount: '7', date: '2026-03-04' }
  const again = { id: 'y', amount: '9', date: '2026-03-05' }
  const old = earlierLine('source', { ...again, id: 'z' })
  const files = addDataset(
    sha256,
    { ...begun, 'earlier.ndjson': `${old}\n` },
    {
      ...{ side: 'source', file: 's', lines: [counted, again].map(canonicalize) },
    },
  )
  const settled = settlePeriod(sha256, files)
  if (!settled.ok) throw new Error(settled.detail)
  const { period } = settled.value
  const header = { kind: 'tallystick/opening@1', balances: { source: {}, target: {} } } as const
  const opening = {
    header: { ...header, period: '2026-04', excluded: { source: {}, target: {} }, exchanged: {} },
    items: [],
  }
  const proven = { proof: [], rollForward: [], opening }
  const next = beginNext(sha256, { period, proven, approval: noReceipt })
  expect(next['earlier.ndjson']).toBe(formatLines([old, earlierLine('source', counted)]))
})
