import { proofRecordOf } from '@tallystick/audit/close/proof-record'
import { chainOf, type SeenFrom, seenIn, shownDecision } from '@tallystick/audit/close/seen-items'
import { itemRecordOf, workListOf } from '@tallystick/audit/close/work-list'
import { journalCsv } from '@tallystick/audit/report/journal-csv'
import { reportOfSigned } from '@tallystick/audit/report/pack-report'
import { refused } from '@tallystick/audit/verify/evidence-file'
import type { DecisionRecord, ItemRecord, PeriodOfItem, PeriodRecord, ProofRecord } from '@tallystick/client'
import { actOf, editionOf, isReopening, keyOfItem, rootOfState, type SignedLine } from '@tallystick/engine/close'
import { type Side, sides } from '@tallystick/engine/record'
import type { PeriodReportForm } from './evidence-types.ts'
import { type CloseDesk, type OpenMonth, packOf } from './own-close-desk.ts'
import { staleFault } from './own-close-order.ts'
import { type EvidenceUse, type KeptClose, monthId } from './own-close-types.ts'
import { blobOfReport } from './period-verification.ts'

type ItemFilter = Parameters<typeof workListOf>[1]

type Read<Value> = Promise<EvidenceUse<Value>>

/** What is asked of closes. */
export const closeReads = (desk: CloseDesk) => {
  const { sha256 } = desk.platform
  // Between acts: one that is going on removes the files of the revision before.
  const read = <Value>(id: string, take: (month: OpenMonth) => Value | Promise<Value>): Read<Value> =>
    desk.closes.inTurn(async () => {
      const month = await desk.open(id)
      return month.ok ? { ok: true, value: await take(month.value) } : month
    })
  const closeOf = (id: string) =>
    desk.closes.inTurn(async () => (await desk.closes.list()).find((each) => each.id === id))
  return {
    month: (id: string) => read(id, (month) => wholeMonth(desk, month)),

    /** What stands from month to month, as its newest one has it. */
    reconciliation: async (id: string) => {
      const newest = (await closeOf(id))?.months.at(-1)
      if (newest === undefined) return refused('This close is not kept in this browser, or was forgotten')
      return read(monthId(id, newest.number), (month) => shownMonth(sha256, month).reconciliation)
    },

    /** The last one first. */
    months: async (id: string) => {
      const { months = [] } = (await closeOf(id)) ?? {}
      return months.map((month) => ({ ...month, id: monthId(id, month.number) })).toReversed()
    },

    items: (id: string, filter: ItemFilter): Read<readonly ItemRecord[]> =>
      read(id, ({ opened }) => workListOf(opened.folded.items, filter).map(itemRecordOf)),

    /** The last one first. */
    decisions: (id: string): Read<readonly DecisionRecord[]> =>
      read(id, (month) => {
        const from = seenFrom(month)
        return month.opened.period.decisions.map((line) => shownDecision(from, line)).toReversed()
      }),

    history: (id: string, name: ItemRecord['name']): Read<readonly PeriodOfItem[]> =>
      desk.closes.inTurn(() => historyOf(desk, id, name)),

    proof: (id: string): Read<ProofRecord> =>
      read(id, ({ opened, revision }) =>
        proofRecordOf({ read: opened.period, folded: opened.folded }, { revision, run: id }),
      ),

    journal: (id: string): Read<Blob> =>
      read(id, ({ opened }) => {
        const isFinal = editionOf(opened.period.signed).submission !== undefined
        return new Blob([journalCsv(opened.folded, { isFinal })], { type: 'text/csv' })
      }),

    report: (id: string, form: PeriodReportForm): Read<Blob> =>
      read(id, ({ opened }) => blobOfReport(reportOfSigned(sha256, opened), form)),

    pack: (id: string): Read<Blob> => read(id, ({ opened }) => packOf(opened)),

    /** The pack of an edition that was approved here before the month was reopened. */
    packOfEdition: (id: string, edition: number): Read<Blob> =>
      desk.closes.inTurn(() => editionPackOf(desk, id, edition)),
  }
}

/** A month with why it has to be begun again. */
async function wholeMonth(desk: CloseDesk, month: OpenMonth) {
  const { period, reconciliation } = shownMonth(desk.platform.sha256, month)
  return { period: { ...period, stale: await knownStaleFault(desk, month) }, reconciliation }
}

/** As `staleFault`, without the pack of a month before that was closed once: it is as it was. */
async function knownStaleFault(desk: CloseDesk, month: OpenMonth): Promise<string | undefined> {
  const before = month.close.months.find(({ number }) => number === month.number - 1)
  return before?.state === 'closed' && before.edition === 1 ? undefined : staleFault(desk, month)
}

async function editionPackOf(desk: CloseDesk, id: string, edition: number): Read<Blob> {
  const month = await desk.open(id)
  if (!month.ok) return month
  const { close, number } = month.value
  const pack = await desk.closes.readPack(close.id, { number, edition })
  return pack ? { ok: true, value: pack.blob } : refused(`The edition ${edition} is not kept in this browser`)
}

/** A month with what stands of its reconciliation. */
function shownMonth(sha256: Sha256, { id, close, number, revision, opened }: OpenMonth) {
  const { manifest, terms, result } = opened.period
  const month = close.months.find((each) => each.number === number)
  if (month === undefined) throw new Error('A month that is open is among those of its close')
  const { name, first, last, state, edition } = month
  const datasets = sides.flatMap((side) =>
    manifest.parts[side].flatMap(({ kind, file, count }) =>
      kind === 'dataset' ? [{ datasetId: file, side, recordCount: count }] : [],
    ),
  )
  return {
    period: {
      ...{ id, reconciliationId: close.id, name, first, last, state, edition, revision },
      ...{ runId: result.length === 0 ? null : id, datasets, signoffs: signoffsOf(sha256, opened.period.signed) },
    },
    reconciliation: {
      ...closeTerms(close),
      source: sideOf('source'),
      target: sideOf('target'),
      ...{ statement: terms.statement, isTurned: terms.isTurned },
      ...{ materiality: manifest.materiality, approvalAbove: manifest.approvalAbove },
    },
  }

  function sideOf(side: Side) {
    const { mapping = null, currency = null } = close.settings[side]
    return { adapter: datasets.findLast((each) => each.side === side)?.datasetId ?? side, mapping, currency }
  }
}

const closeTerms = ({ id, name }: KeptClose) => ({
  ...{ id, version: 1, name, calendar: 'month' as const, dueDays: null, agedDays: null, openingRoot: null },
})

type Sha256 = CloseDesk['platform']['sha256']

type Signoff = Pick<PeriodRecord['signoffs'][number], 'act' | 'edition' | 'time' | 'name' | 'reason'> & {
  readonly root: string | null
}

const signoffsOf = (sha256: Sha256, signed: readonly SignedLine[]): readonly Signoff[] =>
  signed.flatMap((line, index): readonly Signoff[] => {
    if (line.kind === 'tallystick/decisions@1') return []
    const act = actOf(line)
    const { number: edition } = editionOf(signed.slice(0, index))
    const { name, time } = line
    const said = isReopening(line)
      ? { reason: line.reason, root: null }
      : { reason: null, root: rootOfState(sha256, line.state) }
    return [{ act, edition, name, time, ...said }]
  })

const seenFrom = ({ id, close, number, opened }: OpenMonth): SeenFrom => {
  const { name, first, last } = opened.period.manifest.period
  const state = close.months.find((each) => each.number === number)?.state ?? 'open'
  return {
    period: { id, name, first, last, state },
    ...{ read: opened.period, folded: opened.folded },
    noteOf: ({ note }) => (note === undefined ? null : (opened.period.notes.get(note) ?? null)),
  }
}

/** The months of this browser that an item went through, in their order. */
async function historyOf(desk: CloseDesk, id: string, name: ItemRecord['name']): Read<readonly PeriodOfItem[]> {
  const month = await desk.open(id)
  if (!month.ok) return month
  const item = month.value.opened.folded.items.find((each) => keyOfItem(each.name) === keyOfItem(name))
  if (item === undefined) return refused('The period has no such item any more')
  const keys = new Map((await desk.keys.list()).map((key) => [key.publicKey, key.name]))
  const found: PeriodOfItem[] = []
  for (const { number } of month.value.close.months) {
    const each = await desk.open(monthId(month.value.close.id, number))
    if (!each.ok) continue
    const { decisions, ...seen } = seenIn(seenFrom(each.value), chainOf(item))
    const named = decisions.map((line) => ({
      ...line,
      by: { id: line.actor, name: keys.get(line.actor) ?? 'another key' },
    }))
    if (seen.items.length > 0) found.push({ ...seen, decisions: named })
  }
  return { ok: true, value: found }
}
