import { openIntake } from '@tallystick/engine/intake'
import type { CanonicalRecord } from '@tallystick/engine/record'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvFormat } from '../../../../../engine/intake/kinds/csv-format.ts'
import type { PieceSizes } from '../../../../../functions/service/runs/pieces/piece-context.ts'
import { apartCase } from '../../../../engine/oracle/apart-cases.ts'
import { crowdedCase } from '../../../../engine/oracle/crowded-cases.ts'
import { choiceCase, guardedCase, setsCase } from '../../../../engine/oracle/dense-cases.ts'
import { listedCase } from '../../../../engine/oracle/listed-cases.ts'
import { moneyCase } from '../../../../engine/oracle/money-cases.ts'
import { nettingCase } from '../../../../engine/oracle/netting-cases.ts'
import type { OracleCase } from '../../../../engine/oracle/oracle-case.ts'
import { residualCase } from '../../../../engine/oracle/residual-cases.ts'
import { groupCase, pairCase, subsetCase } from '../../../../engine/oracle/rule-sets.ts'
import { openRows } from '../../../../engine/support/open-rows.ts'
import { policyOf, run } from '../../../../engine/support/run.ts'
import { sha256 } from '../../../../engine/support/sha256.ts'
import { eachOf, inForms, isLong, sizeOf } from '../../../../support/forms.ts'
import { readSample, sampleRules } from '../../../../support/node/samples.ts'
import { inPieces } from '../../../../support/pieces/in-pieces.ts'

/** A run in pieces ends in the lines and figures of the same run in memory, for the cases by which an oracle judges that. */

const cases: Readonly<Record<string, fc.Arbitrary<OracleCase>>> = {
  pairs: pairCase,
  groups: groupCase,
  subsets: subsetCase,
  'groups apart': apartCase,
  choices: choiceCase,
  sets: setsCase,
  'guarded subsets': guardedCase,
  crowds: crowdedCase,
  listings: listedCase,
  money: moneyCase,
  netting: nettingCase,
  rests: residualCase,
}

/** How a run is cut: whole, in two, and in pieces so small that every way of splitting them is taken. */
const cuts: Readonly<Record<string, Partial<PieceSizes>>> = {
  'one partition': { partitionCount: 1, pieceByteCountMax: 1_000_000, mergedLineCountMax: 1_000 },
  'two partitions': { partitionCount: 2, fileByteCountMax: 200 },
  'seven partitions': {
    partitionCount: 7,
    fileByteCountMax: 50,
    explain: {
      segmentByteCountMax: 500,
      segmentCountAtOnce: 2,
      packedByteCount: 400,
      pieceByteCount: 300,
      cohortByteCount: 3_000,
      rangeByteCount: 300,
      groupSearcherCount: 2,
    },
  },
}

const caseSizes = { short: 2, long: 1_000 }
/** Of cases that take many times as long as others: of hundreds of records. */
const slowSizes = { short: 1, long: 1_000 }
const slowCases = ['crowds']
const seed = 20_261_123

/** No two records of a side have the same id in a dataset. */
const distinct = (records: readonly CanonicalRecord[]): readonly CanonicalRecord[] => [
  ...new Map(records.map((each) => [each.id, each])).values(),
]

async function expectSame(
  { source, target, rules, limits }: OracleCase,
  { partRecordCount = 2, ...sizes }: Partial<PieceSizes> & { readonly partRecordCount?: number },
): Promise<void> {
  const given = { source: distinct(source), target: distinct(target), ...(limits && { limits }) }
  const memory = run({ ...given, rules })
  const { text, summary } = await inPieces({ ...given, policy: policyOf(rules), sizes, partRecordCount })
  expect(withoutHeader(text)).toEqual(withoutHeader(memory.text))
  expect(summary).toEqual(memory.summary)
}

/** The header names the roots of the datasets, which a case in memory does not have. */
const withoutHeader = (text: string): readonly string[] => text.trimEnd().split('\n').slice(1)

/** Each case in each cut; the short form tries every second, so that each case and each cut has a turn. */
const grid = Object.entries(cases).flatMap(([name, arbitrary]) =>
  Object.entries(cuts).map(([cut, sizes]) => ({ name, arbitrary, cut, sizes })),
)

it.each(eachOf(2, grid))(inForms('$name come to the same in $cut', caseSizes), async ({ name, arbitrary, sizes }) => {
  await fc.assert(
    fc.asyncProperty(arbitrary, (given) => expectSame(given, sizes)),
    { numRuns: sizeOf(slowCases.includes(name) ? slowSizes : caseSizes), seed },
  )
})

/** The records of a sample file, as a dataset has them. */
function sampleRecords(file: string): readonly CanonicalRecord[] {
  const intake = openIntake({ format: csvFormat, sha256, rows: openRows })
  const chunks = intake.write(readSample(file))
  const end = intake.end()
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  const text = [...chunks, ...end.chunks].map((chunk) => chunk.text).join('')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): CanonicalRecord => JSON.parse(line))
}

/** Records of the sample that a task reads. It has more than a generated case: its pieces are larger in the short form. */
const readAtOnce = { short: 50, long: 2 }

const sampleCuts: typeof cuts = isLong
  ? cuts
  : {
      ...cuts,
      'two partitions': { partitionCount: 2, pieceByteCountMax: 3_000, mergedLineCountMax: 100 },
      'seven partitions': {
        ...cuts['seven partitions'],
        pieceByteCountMax: 3_000,
        mergedLineCountMax: 100,
        explain: {
          segmentByteCountMax: 10_000,
          segmentCountAtOnce: 2,
          packedByteCount: 8_000,
          pieceByteCount: 6_000,
          cohortByteCount: 4_000,
          rangeByteCount: 1_000,
          groupSearcherCount: 40,
        },
      },
    }

const ofSample = inForms('the sample comes to the same in %s, records read at once', readAtOnce)
it.each(eachOf(3, Object.entries(sampleCuts).reverse()))(ofSample, async (_, cut) => {
  const sizes = { ...cut, partRecordCount: sizeOf(readAtOnce) }
  const source = [...sampleRecords('bank-statement.csv')]
  const target = [...sampleRecords('ledger.csv')]
  await expectSame({ source, target, rules: { form: 'rules', rules: sampleRules } }, sizes)
})
