import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { formatDecimal, negated } from '../../../engine/base/decimal.ts'
import { addDataset, beginFirst, beginNext } from '../../../engine/close/begin-period.ts'
import { addTo, decimalOf, parseAmounts } from '../../../engine/close/currency-sums.ts'
import { formatDecision } from '../../../engine/close/decision.ts'
import { nextOpening } from '../../../engine/close/next-opening.ts'
import { formatLines, type PeriodFiles } from '../../../engine/close/period-files.ts'
import { proveBalances } from '../../../engine/close/proof.ts'
import { rollForward } from '../../../engine/close/roll-forward.ts'
import type { SettledPeriod } from '../../../engine/close/settle-period.ts'
import type { BySide, Side } from '../../../engine/record/side.ts'
import { sides } from '../../../engine/record/side.ts'
import { inForms } from '../../support/forms.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { policyOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'
import { withSigns } from './decide.ts'
import { type Decidable, decisionOf, type History, histories, recordsOf, termsOf } from './histories.ts'
import { settledOf } from './reading-case.ts'

/** Histories of periods whose runs do what was decided, as a folder or a service has them run. */

const cases = casesOf({ short: 15, long: 2_000 })

it(inForms('explains balances and roll-forward to the cent after runs that do what was decided', cases), () => {
  checkLaw(
    fc.property(histories(3), (history) => {
      let files: PeriodFiles | undefined
      for (const index of history.periods.keys()) {
        const settled = decidedPeriod(history, index, files ?? firstFiles(history))
        const closing = closingOf(settled)
        const unexplained = proveBalances(settled.folded, closing).map((proof) => proof.unexplained)
        const rolled = rollForward(settled.folded, { closing, statements: { source: [], target: [] } })
        const differences = rolled.map(({ difference }) => difference)
        expect({ unexplained, differences }).toEqual({
          unexplained: unexplained.map(() => '0'),
          differences: differences.map(() => '0'),
        })
        files = filesAfter(settled, closing)
      }
    }),
    cases,
  )
})

function firstFiles(history: History): PeriodFiles {
  const none = { file: '', lines: [] }
  const { period, statement, approvalAbove, isTurned } = termsOf(history, 0)
  return beginFirst(sha256, {
    ...{ period, statement, approvalAbove, materiality: {} },
    policy: policyOf(withSigns(history.rules, isTurned)),
    balances: { source: {}, target: {} },
    open: { source: none, target: none },
  })
}

/** Adds the records of a period, and then decisions one after another, each about what a run has made of those before. */
function decidedPeriod(history: History, index: number, begun: PeriodFiles): SettledPeriod {
  const read = (['source', 'target', 'repeated'] as const).reduce(
    (all, kind) =>
      addDataset(sha256, all, {
        side: kind === 'repeated' ? 'source' : kind,
        file: kind,
        lines: linesOf(history, index, kind),
      }),
    begun,
  )
  let settled = settledOf(read)
  for (const drawn of history.periods[index]?.decisions ?? []) {
    if (drawn.kind === 'comment') continue
    const { terms, decisions } = settled.period
    const line = decisionOf(runOf(settled), drawn, { terms, decisions })
    if (line === undefined) continue
    const lines = [...decisions, line].map(formatDecision)
    settled = settledOf({ ...settled.files, 'decisions.ndjson': formatLines(lines) })
  }
  return settled
}

/** Lines that an earlier dataset of the period has already are those that repeat them. */
function linesOf(history: History, index: number, kind: 'source' | 'target' | 'repeated'): readonly string[] {
  const again = kind === 'repeated' ? recordsOf(history, index, 'source').slice(0, 2) : []
  return [...again, ...recordsOf(history, index, kind)].map(canonicalize)
}

function runOf({ folded, period }: SettledPeriod): Decidable {
  const names = new Map(
    sides.flatMap((side) => period.records[side].map(({ shownId, name }) => [`${side} ${shownId}`, name] as const)),
  )
  const findName = (side: Side, id: string) =>
    names.get(`${side} ${id}`) ?? folded.items.find(({ name }) => name.side === side && name.id === id)?.name
  const lines = [...period.result]
  const result = {
    matches: lines.flatMap((line) => (line.kind === 'match' ? [line] : [])),
    netted: lines.flatMap((line) => (line.kind === 'netted' ? [line] : [])),
  }
  return { folded, result, findName }
}

/** The closing balances as both systems have them: without what waits, is repeated or was taken back. */
function closingOf({ folded, period }: SettledPeriod): BySide<{ readonly [currency: string]: string }> {
  const after = (side: Side) => {
    const sums = parseAmounts(period.opening.header.balances[side])
    for (const { record, aside, part } of period.records[side])
      if (part > 0 && aside === undefined) addTo(sums, record.currency ?? 'XXX', decimalOf(record.amount ?? '0'))
    for (const { name, state, part, currency, amount } of folded.items)
      if (name.side === side && state === 'withdrawn' && part !== 'dataset') addTo(sums, currency, negated(amount))
    return Object.fromEntries([...sums].map(([currency, sum]) => [currency, formatDecimal(sum)]))
  }
  return { source: after('source'), target: after('target') }
}

function filesAfter({ folded, period }: SettledPeriod, balances: ReturnType<typeof closingOf>): PeriodFiles {
  const opening = nextOpening(folded, { name: period.manifest.next.name, balances })
  return beginNext(sha256, { period, proven: { proof: [], rollForward: [], opening }, approval: 'ab'.repeat(32) })
}
