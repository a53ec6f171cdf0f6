import { describe, expect, it } from 'vitest'
import type { Lineage } from '../../../engine/explain/lineage-answer.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { ResultLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { brief, expectProven, idOfText, lineageOf } from '../support/lineage-of.ts'
import { type StoredRun, storeRun } from '../support/stored-run.ts'

const record = (id: string, amount: string, reference: string): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  reference,
})
const exact: RuleInput = { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }

/** The id of the first line of a result that passes. */
function idOfLine({ lines }: StoredRun, test: (line: ResultLine) => boolean): string {
  const line = lines.result.find((text) => test(JSON.parse(text)))
  if (line === undefined) throw new Error('Wanted such a line')
  return idOfText(line)
}

const forwardOf = ({ forward }: Lineage): string[] => forward.map(({ id, relation }) => `${relation} ${id}`)

describe('the lineage of a break that names what other lines took', () => {
  it('leads to the pairs that would match, and from their match to the break', async () => {
    const stored = storeRun({
      source: [
        { ...record('s1', '10', 'A'), date: '2026-03-01' },
        { ...record('s2', '10', 'A'), date: '2026-03-02' },
        { ...record('s3', '7', 'B'), date: '2026-03-01' },
      ],
      target: [
        { ...record('t1', '10', 'A'), date: '2026-03-01' },
        { ...record('t2', '7', 'B'), date: '2026-03-01' },
      ],
      rules: [{ id: 'near', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] }],
    })
    const broken = idOfLine(stored, (line) => line.kind === 'break' && line.taken !== undefined)
    const { backward } = await lineageOf(stored, broken)
    expect(backward.records.map(brief)).toEqual(['record source:s2', 'candidate target:t1'])
    expect(forwardOf(await lineageOf(stored, 'target:t1'))).toContain(`names ${broken}`)
    expect(forwardOf(await lineageOf(stored, 'source:s1'))).toContain(`takenBy ${broken}`)
  })

  it.each(['1:n', 'n:1'] as const)('leads to what a text lists and another match has, %s', async (cardinality) => {
    const one = [{ ...record('p1', '30', 'P'), description: 'INV-01 INV-02' }]
    const many = [record('i1', '10', 'INV-01'), record('i2', '20', 'INV-02')]
    const other = [record('o1', '20', 'INV-02')]
    const [own, listing] = cardinality === '1:n' ? (['source', 'target'] as const) : (['target', 'source'] as const)
    const fields = { [`${own}Field`]: 'description', [`${listing}Field`]: 'reference' }
    const stored = storeRun({
      ...{ source: [], target: [] },
      ...{ [own]: [...one, ...other], [listing]: many },
      rules: [exact, { id: 'list', cardinality, match: [{ ...fields, op: 'listed' }], sum: {} }],
    })
    const broken = idOfLine(stored, (line) => line.kind === 'break' && line.listed !== undefined)
    const { backward } = await lineageOf(stored, broken)
    expect(backward.records.map(brief).toSorted()).toEqual(
      [`record ${own}:p1`, `record ${listing}:i1`, `candidate ${listing}:i2`].toSorted(),
    )
    for (const each of backward.records) expectProven(stored, each)
    expect(forwardOf(await lineageOf(stored, `${listing}:i2`))).toContain(`names ${broken}`)
    expect(forwardOf(await lineageOf(stored, `${own}:o1`))).toContain(`takenBy ${broken}`)
  })
})
