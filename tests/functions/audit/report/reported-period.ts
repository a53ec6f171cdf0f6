import { sha256 as hasher } from '@noble/hashes/sha2.js'
import { canonicalize, type Sha256 } from '@tallystick/engine/base'
import {
  addDataset,
  beginFirst,
  type DecisionLine,
  formatBalances,
  formatDecision,
  formatLines,
  formatNote,
  noBalances,
  type PeriodFiles,
  provePeriod,
  settlePeriod,
} from '@tallystick/engine/close'
import type { CanonicalRecord, Side } from '@tallystick/engine/record'
import { compileRules } from '@tallystick/engine/rules'
import { hashOfLine } from '../../../../engine/merkle/tree.ts'
import { type ReportedPeriod, reportOfPeriod } from '../../../../functions/audit/report/period-report.ts'
import type { PeriodReport } from '../../../../schema/period-report.ts'

/** March 2026 of a bank and its books, in which every item is decided about. */

export interface Texts {
  /** Stands wherever somebody else writes a text: in records, notes, reasons, names and labels of owners. */
  readonly text: string
}

const sha256: Sha256 = (...parts) => {
  const hash = hasher.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const time = '2026-04-02T09:00:00.000Z'

export function reportOf({ text }: Texts, more: Partial<ReportedPeriod> = {}): PeriodReport {
  const files = decidedFiles(text)
  const settled = settlePeriod(sha256, files)
  if (!settled.ok) throw new Error(settled.detail)
  return reportOfPeriod(sha256, {
    ...settled.value,
    proven: provePeriod(settled.value.folded, settled.value.period),
    reconciliation: text,
    state: 'submitted',
    edition: 1,
    signoffs: [{ act: 'submit', actor: 'mbr_ada', name: text, time, root: 'ab'.repeat(32), reason: null }],
    names: new Map([['mbr_ada', text]]),
    ...more,
  })
}

function decidedFiles(text: string): PeriodFiles {
  const rules = compileRules({
    form: 'rules',
    rules: [{ id: 'same', match: [{ field: 'reference' }, { field: 'amount' }] }],
  })
  if (!rules.ok) throw new Error('The rules are wrong')
  const begun = beginFirst(sha256, {
    period: { name: '2026-03', first: '2026-03-01', last: '2026-03-31' },
    policy: rules.policy,
    statement: 'source',
    materiality: {},
    approvalAbove: {},
    balances: { source: { EUR: '1000' }, target: { EUR: '1000' } },
    open: { source: { file: '', lines: [] }, target: { file: '', lines: [] } },
  })
  const filled = (['source', 'target'] as const).reduce(
    (files, side) => addDataset(sha256, files, { side, file: `${side}.csv`, lines: linesOf(side, text) }),
    begun,
  )
  const note = hashOfLine(sha256, text)
  const name = nameIn(filled, text)
  const common = { actor: 'mbr_ada', time }
  const decisions: readonly DecisionLine[] = [
    { id: 'd1', kind: 'accept', items: [name('source', 's2')], label: 'bank_fee', note, ...common },
    { id: 'd2', kind: 'carry', items: [name('target', 't2')], reason: text, expected: '2026-04-30', ...common },
    { id: 'd3', kind: 'assign', items: [name('source', 's3')], owner: text, ...common },
  ]
  return {
    ...filled,
    'decisions.ndjson': formatLines(decisions.map(formatDecision)),
    'notes.ndjson': formatLines([formatNote(sha256, text)]),
    'balances.json': formatBalances({
      ...noBalances,
      typed: [
        { side: 'source', currency: 'EUR', amount: '1234567890124567.25', actor: 'mbr_ada', time },
        { side: 'target', currency: 'EUR', amount: '1070', actor: 'mbr_ada', time },
      ],
      reasons: { EUR: text },
    }),
  }
}

const recordsOf = (text: string): { readonly [side in Side]: readonly CanonicalRecord[] } => ({
  source: [
    { id: 's1', amount: '100', currency: 'EUR', date: '2026-03-02', reference: 'INV-1' },
    { id: 's2', amount: '-2.5', currency: 'EUR', date: '2026-03-10', description: text },
    { id: 's3', amount: '1234567890123470', currency: 'EUR', date: '2026-01-05', counterparty: text },
  ],
  target: [
    { id: 't1', amount: '100', currency: 'EUR', date: '2026-03-02', reference: 'INV-1' },
    { id: 't2', amount: '-30', currency: 'EUR', date: '2026-03-31', reference: text },
  ],
})

const linesOf = (side: Side, text: string): readonly string[] =>
  recordsOf(text)[side].map((record) => canonicalize({ ...record }))

function nameIn(files: PeriodFiles, text: string) {
  const { parts } = JSON.parse(files['manifest.json'])
  return (side: Side, id: string) => {
    const line = linesOf(side, text).find((each) => JSON.parse(each).id === id) ?? ''
    return { side, root: parts[side][1].root, id, leaf: hashOfLine(sha256, line) }
  }
}
