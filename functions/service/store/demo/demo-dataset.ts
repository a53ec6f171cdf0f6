import { at, canonicalize } from '@tallystick/engine/base'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { DemoKind } from '@tallystick/schema/adapter'
import { sha256 } from '../../platform/hasher.ts'
import { demoSides, demoTotals } from './demo-data.ts'

interface DemoDataset {
  readonly text: string
  readonly root: string
  readonly recordCount: number
  readonly totals: { readonly [currency: string]: string }
  /** ISO dates of the first and the last record. */
  readonly period: { readonly from: string; readonly to: string }
}

const built = new Map<DemoKind, DemoDataset>()

/** Built once an isolate; the same bytes in every isolate. */
export function demoDataset(kind: DemoKind): DemoDataset {
  const known = built.get(kind)
  if (known) return known
  const dataset = buildDemoDataset(kind)
  built.set(kind, dataset)
  return dataset
}

function buildDemoDataset(kind: DemoKind): DemoDataset {
  const records = kind === 'demo-bank' ? demoSides().bank : demoSides().ledger
  const lines = records.map((record) => canonicalize({ ...record }))
  const dates = records.flatMap(({ date }) => date ?? []).sort()
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    root: rootOfLines(sha256, lines),
    recordCount: records.length,
    totals: demoTotals(records),
    period: { from: at(dates, 0), to: at(dates, dates.length - 1) },
  }
}
