import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/index.ts'
import { type BreakLine, canonicalize } from '../../../engine/index.ts'
import { type PieceJob, readSide } from '../../../functions/pieces/piece-context.ts'
import { createPieceOutput } from '../../../functions/pieces/piece-output.ts'
import { crowdedCase } from '../../engine/oracle/crowded-cases.ts'
import { choiceCase, guardedCase, setsCase } from '../../engine/oracle/dense-cases.ts'
import { listedCase } from '../../engine/oracle/listed-cases.ts'
import { moneyCase } from '../../engine/oracle/money-cases.ts'
import { nettingCase } from '../../engine/oracle/netting-cases.ts'
import type { OracleCase } from '../../engine/oracle/oracle-case.ts'
import { residualCase } from '../../engine/oracle/residual-cases.ts'
import { groupCase, pairCase, subsetCase } from '../../engine/oracle/rule-sets.ts'
import { policyOf, run } from '../../engine/support/run.ts'
import { inPieces } from '../../support/pieces/in-pieces.ts'

const explainedReasons = [
  'missing_in_target',
  'missing_in_source',
  'amount_mismatch',
  'date_mismatch',
  'currency_mismatch',
]

const unique = (records: readonly CanonicalRecord[]) => [...new Map(records.map((each) => [each.id, each])).values()]

async function compare(given: OracleCase, partitionCount: number) {
  const policy = policyOf(given.rules)
  const [source, target] = [unique(given.source), unique(given.target)]
  const memory = run({ ...given, source, target })
  const pieces = await inPieces({
    source,
    target,
    policy,
    limits: given.limits,
    sizes: { partitionCount },
    explain: (job) => async () => explainFrom(job, memory.breaks),
  })
  const lines = (text: string) => text.trimEnd().split('\n').slice(1)
  expect(lines(pieces.text)).toEqual(lines(memory.text))
  expect(pieces.summary).toEqual(memory.summary)
}

async function explainFrom(job: PieceJob, breaks: readonly BreakLine[]) {
  const numbers = { source: new Map<string, number>(), target: new Map<string, number>() }
  for (const side of ['source', 'target'] as const)
    for (const { name } of await job.store.list(`settled/${side}/`)) {
      const { table, markOf } = await readSide(job, [name])
      for (let row = 0; row < table.rowCount; row++)
        numbers[side].set(table.text('id').textAt(row) ?? '', markOf(row).number)
    }
  const output = createPieceOutput(job.sizes)
  const explained = breaks.filter(({ reason }) => explainedReasons.includes(reason))
  const counts: Record<string, number> = {}
  for (const each of explained) {
    const { suggested, ...line } = each
    counts[each.reason] = (counts[each.reason] ?? 0) + 1
    const of = (side: 'source' | 'target') => (each[side] ?? []).map((id) => numbers[side].get(id) ?? -1)
    output.addLine('breaks' as never, {
      source: of('source'),
      target: of('target'),
      line: new TextEncoder().encode(canonicalize(line)),
    })
  }
  await output.write(job.store, 'explained')
  return counts
}

const cases = {
  pairCase,
  groupCase,
  subsetCase,
  choiceCase,
  setsCase,
  guardedCase,
  crowdedCase,
  listedCase,
  moneyCase,
  nettingCase,
  residualCase,
}

describe.each(Object.entries(cases))('%s', (_, arbitrary) => {
  it.each([1, 2, 7])('comes to the same lines in %i partitions', async (partitionCount) => {
    await fc.assert(
      fc.asyncProperty(arbitrary as fc.Arbitrary<OracleCase>, (given) => compare(given, partitionCount)),
      { numRuns: Number(process.env['RUNS'] ?? 60) },
    )
  })
})
