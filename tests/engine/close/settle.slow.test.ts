import { expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { finish } from '../../../engine/base/slices.ts'
import { addDataset, beginFirst } from '../../../engine/close/begin-period.ts'
import { formatDecision } from '../../../engine/close/decision.ts'
import { periodOf } from '../../../engine/close/period-calendar.ts'
import type { PeriodFiles } from '../../../engine/close/period-files.ts'
import { settleInSlices, settlePeriod } from '../../../engine/close/settle-period.ts'
import { WorkLimitError } from '../../../engine/match/state/work.ts'
import type { Side } from '../../../engine/record/side.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
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
  return filesOf([{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }], lines)
}

function filesOf(rules: readonly RuleInput[], lines: (side: Side) => readonly string[]): PeriodFiles {
  const none = { file: '', lines: [] }
  const begun = beginFirst(sha256, {
    ...{ period: periodOf('2026-03-01', '2026-03-31'), statement: 'source', approvalAbove: {}, materiality: {} },
    ...{ policy: policyOf(rules), balances: { source: {}, target: {} }, open: { source: none, target: none } },
  })
  return (['source', 'target'] as const).reduce(
    (all, side) => addDataset(sha256, all, { side, file: side, lines: lines(side) }),
    begun,
  )
}

/** Records of one amount, whose pairs a run compares, and the last one without a partner. */
const crowd = (side: Side): readonly string[] =>
  Array.from({ length: 17 }, (_, index) => {
    const amount = index < 16 ? '5' : { source: '7', target: '8' }[side]
    return canonicalize({ id: `${side}${index}`, amount, currency: 'EUR', date: `2026-03-${10 + (index % 9)}` })
  })

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

it('takes no more steps than allowed, those of all runs together', () => {
  const given = filesOf([{ id: 'near', match: [{ field: 'amount' }, { field: 'date', days: 9 }] }], crowd)
  const least = leastSteps(given)
  const settled = settlePeriod(sha256, given)
  if (!settled.ok) throw new Error(settled.detail)
  // The decision makes two runs of it.
  const { records } = settled.value.period
  const items = [at(records.source, 16), at(records.target, 16)].map(({ name }) => name)
  const decision = { id: 'd', kind: 'match', items, actor: 'a', time: '2026-04-01T00:00:00.000Z' } as const
  const decided = { ...given, 'decisions.ndjson': `${formatDecision(decision)}\n` }
  expect(leastSteps(decided)).toBeGreaterThan(1.5 * least)
})

/** The fewest steps that are enough. */
function leastSteps(given: PeriodFiles): number {
  let [few, enough] = [0, 10_000]
  while (enough - few > 1) {
    const tried = Math.floor((few + enough) / 2)
    if (settlesIn(given, tried)) enough = tried
    else few = tried
  }
  return enough
}

function settlesIn(given: PeriodFiles, stepCountMax: number): boolean {
  try {
    return finish(settleInSlices(sha256, given, stepCountMax)).ok
  } catch (error) {
    if (error instanceof WorkLimitError) return false
    throw error
  }
}

it('settles what is settled to the same files', () => {
  const once = settlePeriod(sha256, files())
  if (!once.ok) throw new Error(once.detail)
  const again = settlePeriod(sha256, once.value.files)
  expect(again.ok && again.value.files).toEqual(once.value.files)
})
