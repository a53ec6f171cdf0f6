import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sha256 } from '../../engine/base/hasher.ts'
import { openIntake } from '../../engine/intake/intake.ts'
import { csvFormat } from '../../engine/intake/kinds/csv-format.ts'
import { reconcile } from '../../engine/reconcile.ts'
import { createTableBuilder } from '../../engine/record/table-builder.ts'
import type { BreakLine, ExcludedLine, MatchLine, ResultView, TotalsLine } from '../../engine/result/line.ts'
import { compileRules } from '../../engine/rules/compile.ts'
import { type ExpectedMatch, expectedOutcome, readSample, sampleRules } from '../support/node/samples.ts'
import { openRows } from './support/open-rows.ts'

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

describe('the sample bank statement against its ledger', () => {
  let views: ReturnType<typeof reconcileSamples>

  beforeAll(() => {
    views = reconcileSamples()
  })

  it('matches exactly the pairs that belong together, each by its rule and with its confidence', () => {
    expect(views.matches.map(toExpectedMatch)).toEqual(expectedOutcome.matches)
  })

  it('reports exactly the breaks that were put in, each with its reason', () => {
    const breaks = views.breaks.map(
      ({ kind: _kind, candidates: _candidates, taken: _taken, repeats: _repeats, ...known }) => known,
    )
    expect(breaks.map(withoutFailedOfMissing)).toEqual(expectedOutcome.breaks)
  })

  it('leaves opening balances and own transfers out of scope', () => {
    expect(views.excluded.map(({ kind: _kind, ...known }) => known)).toEqual(expectedOutcome.excluded)
  })

  it('adds up to the control totals of both files', () => {
    expect(views.totals).toEqual({ kind: 'totals', ...expectedOutcome.totals })
  })
})

function reconcileSamples() {
  const compiled = compileRules({ form: 'rules', rules: sampleRules })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  const { policy } = compiled
  const { chunks } = reconcile({
    source: readSide('bank-statement.csv', policy.attributePaths),
    target: readSide('ledger.csv', policy.attributePaths),
    policy,
    sha256,
  })
  const linesOf = <Line>(view: ResultView): readonly Line[] =>
    chunks
      .filter((chunk) => chunk.view === view)
      .flatMap((chunk) => chunk.text.trimEnd().split('\n'))
      .map((line) => JSON.parse(line))
  return {
    matches: linesOf<MatchLine>('matches'),
    breaks: linesOf<BreakLine>('breaks'),
    excluded: linesOf<ExcludedLine>('excluded'),
    totals: linesOf<TotalsLine>('totals')[0],
  }
}

function readSide(file: string, attributePaths: readonly string[]) {
  const intake = openIntake({ format: csvFormat, sha256, rows: openRows })
  const chunks = intake.write(readSample(file))
  const end = intake.end()
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  const builder = createTableBuilder(attributePaths)
  for (const chunk of [...chunks, ...end.chunks]) builder.addLines(chunk.text)
  return { table: builder.finish(), root: end.summary.root }
}

function toExpectedMatch({ kind: _kind, equal: _equal, differ: _differ, ...known }: MatchLine): ExpectedMatch {
  const [source = ''] = known.source
  const [target = ''] = known.target
  return { ...known, source, target }
}

/** Which near miss an open record is nearest to is the concern of the engine's own tests. */
function withoutFailedOfMissing(known: Omit<BreakLine, 'kind'>): Omit<BreakLine, 'kind'> {
  const { failed: _failed, hint: _hint, ...rest } = known
  return known.reason.endsWith('mismatch') ? known : rest
}
