import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { traceLineage } from '../../../engine/explain/lineage.ts'
import type { Lineage } from '../../../engine/explain/lineage-answer.ts'
import { traceCountMax } from '../../../engine/explain/lineage-answer.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { ResultLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { brief, expectProven, idOfText, lineageOf, trace } from '../support/lineage-of.ts'
import { leafHashOf } from '../support/lines.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'
import { bytesOf, type StoredRun, storeRun } from '../support/stored-run.ts'

/** The id of the one line of a result that passes. */
function idOfLine({ lines }: StoredRun, test: (line: ResultLine) => boolean): string {
  const [line, ...others] = lines.result.filter((text) => test(JSON.parse(text)))
  if (line === undefined || others.length > 0) throw new Error('Wanted one line')
  return idOfText(line)
}

const isOf = (side: 'source' | 'target', id: string) => (line: ResultLine) =>
  side in line && JSON.stringify(line).includes(`"${side}":["${id}"]`)

const ends = ['wasDerivedFrom result', 'wasDerivedFrom receipt', 'wasDerivedFrom checkpoint']
const forwardOf = ({ forward }: Lineage): string[] => forward.map(({ id, relation }) => `${relation} ${id}`)

const record = (id: string, amount: string, reference: string): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  reference,
})
const exact: RuleInput = { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }

describe('the lineage of an artifact', () => {
  const stored = storeRun({
    source: [
      ...[record('s1', '10', 'A'), record('s2', '5', 'B'), record('s3', '7', 'B'), record('s4', '1', 'OPEN')],
      ...[
        record('s5', '9', 'A'),
        { ...record('s6', '30', 'D'), date: '2026-03-01' },
        record('sé', '30', 'Dd'),
        record('s8', '40', 'E'),
      ],
    ],
    target: [
      ...[record('t1', '10', 'A'), record('t2', '12', 'B'), { ...record('t3', '30', 'Dx'), date: '2026-03-02' }],
      ...[record('t4', '40', 'E'), record('t5', '40', 'E')],
    ],
    rules: [
      { id: 'opening', action: 'exclude', where: { source: [{ field: 'reference', op: 'eq', value: 'OPEN' }] } },
      exact,
      { id: 'sums', cardinality: 'n:1', match: [{ field: 'reference' }], sum: {} },
      {
        id: 'text',
        action: 'suggest',
        match: [{ field: 'amount' }, { field: 'reference', similarity: { method: 'levenshtein', min: '0.5' } }],
      },
    ],
  })

  it('leads from a match of several records to each of their lines, with the rule and what it compared', async () => {
    const id = idOfLine(stored, (line) => 'sum' in line)
    const { artifact, backward, forward, faults } = await lineageOf(stored, id)
    expect(backward.records.map(brief)).toEqual(['record source:s2', 'record source:s3', 'record target:t2'])
    for (const each of backward.records) expectProven(stored, each)
    expect(artifact).toEqual({
      id,
      kind: 'match',
      hash: leafHashOf(at(stored.lines.result, 2)),
      line: JSON.parse(at(stored.lines.result, 2)),
      index: 2,
    })
    expect(backward.rule).toEqual(stored.run.rules[2])
    expect(backward.evidence).toEqual({
      confidence: 'exact',
      equal: { currency: 'EUR', reference: 'B' },
      sum: ['12', '12'],
    })
    expect(backward).toMatchObject({ truncated: false, policy: stored.run.policy, engine: '1' })
    expect(backward.datasets).toEqual([
      { side: 'source', ...stored.run.source },
      { side: 'target', ...stored.run.target },
    ])
    expect(forward.map(({ hash }) => hash)).toEqual([
      stored.run.resultRoot,
      leafHashOf(stored.run.receipt),
      sha256Hex(Buffer.from('a note\n')),
    ])
    expect(faults).toEqual([])
  })

  it('leads from a break to its record, to the near misses, and to the rule that came nearest', async () => {
    const { artifact, backward } = await lineageOf(stored, idOfLine(stored, isOf('source', 's5')))
    expect(artifact.kind).toBe('break')
    expect(backward.records.map(brief)).toEqual(['record source:s5', 'candidate target:t1'])
    for (const each of backward.records) expectProven(stored, each)
    expect(backward.rule?.id).toBe('exact')
    expect(backward.evidence).toMatchObject({ reason: 'missing_in_target', failed: { field: 'amount', rule: 'exact' } })
    expect(backward.datasets).toHaveLength(2)
  })

  it('leads from a match to the breaks that name it as the taker of a near miss, or that repeat it', async () => {
    const taking = await lineageOf(stored, idOfLine(stored, isOf('source', 's1')))
    expect(forwardOf(taking)).toEqual([`takenBy ${idOfLine(stored, isOf('source', 's5'))}`, ...ends])
    const repeated = await lineageOf(stored, idOfLine(stored, isOf('source', 's8')))
    expect(forwardOf(repeated)).toEqual([`repeats ${idOfLine(stored, isOf('target', 't5'))}`, ...ends])
  })

  it('leads from a suggestion to its records, and to the breaks that it marks', async () => {
    const id = idOfLine(stored, (line) => line.kind === 'suggestion' && line.source.includes('s6'))
    const lineage = await lineageOf(stored, id)
    expect(lineage.artifact.kind).toBe('suggestion')
    expect(lineage.backward.records.map(brief)).toEqual(['record source:s6', 'record target:t3'])
    expect(lineage.backward.rule?.id).toBe('text')
    expect(forwardOf(lineage)).toEqual([
      `suggested ${idOfLine(stored, (line) => line.kind === 'break' && isOf('source', 's6')(line))}`,
      `suggested ${idOfLine(stored, (line) => line.kind === 'break' && isOf('target', 't3')(line))}`,
      ...ends,
    ])
  })

  it('leads from an excluded record’s line to the record, the rule and the one dataset', async () => {
    const { artifact, backward } = await lineageOf(
      stored,
      idOfLine(stored, (line) => line.kind === 'excluded'),
    )
    expect([artifact.kind, backward.rule?.id]).toEqual(['excluded', 'opening'])
    expect(backward.records.map(brief)).toEqual(['record source:s4'])
    expect(backward.datasets.map(({ side }) => side)).toEqual(['source'])
    expect(backward).not.toHaveProperty('evidence')
  })

  it('leads from a record to its line, and to every line that was made from it', async () => {
    const taken = await lineageOf(stored, 'target:t1')
    expect(taken.artifact).toEqual({
      id: 'target:t1',
      kind: 'record',
      hash: leafHashOf(at(stored.lines.target, 0)),
      line: record('t1', '10', 'A'),
      index: 0,
    })
    expect(taken.backward.records.map(brief)).toEqual(['record target:t1'])
    for (const each of taken.backward.records) expectProven(stored, each)
    expect(forwardOf(taken)).toEqual([
      `holds ${idOfLine(stored, isOf('source', 's1'))}`,
      `names ${idOfLine(stored, isOf('source', 's5'))}`,
      ...ends,
    ])
    const repeated = await lineageOf(stored, 'source:s8')
    expect(repeated.forward.map(({ kind, relation }) => `${relation} ${kind}`)).toEqual([
      'holds match',
      'repeats break',
      ...ends,
    ])
    const suggested = await lineageOf(stored, 'source:s6')
    expect(suggested.forward.map(({ kind, relation }) => `${relation} ${kind}`)).toEqual([
      'holds suggestion',
      'holds break',
      'names break',
      ...ends,
    ])
  })

  it('leads from a dataset, the result and the receipt to what was made from them', async () => {
    const dataset = await lineageOf(stored, 'dat_target')
    expect(dataset.artifact).toEqual({ id: 'dat_target', kind: 'dataset', hash: stored.run.target.root })
    expect(dataset.backward.datasets).toEqual([{ side: 'target', ...stored.run.target }])
    expect(forwardOf(dataset)).toEqual(ends)
    const result = await lineageOf(stored, 'result')
    expect(result.artifact).toEqual({ id: 'result', kind: 'result', hash: stored.run.resultRoot })
    expect(forwardOf(result)).toEqual(ends.slice(1))
    expect(await trace(stored, stored.run.resultRoot)).toEqual(result)
    expect(await trace(stored, `aud_${stored.run.resultRoot.slice(0, 26)}`)).toEqual(result)
    const receipt = await lineageOf(stored, 'receipt')
    expect(receipt.artifact).toEqual({
      id: 'receipt',
      kind: 'receipt',
      hash: leafHashOf(stored.run.receipt),
      line: JSON.parse(stored.run.receipt),
      index: 0,
    })
    expect(receipt.backward.datasets).toHaveLength(2)
    expect(forwardOf(receipt)).toEqual(ends.slice(2))
    const checkpoint = await lineageOf(stored, 'checkpoint')
    expect(checkpoint.artifact).toEqual({ id: 'checkpoint', kind: 'checkpoint', hash: receipt.forward[0]?.hash })
    expect(checkpoint.backward.datasets).toHaveLength(2)
    expect(checkpoint.forward).toEqual([])
  })

  it('ends with the receipt where the run has no checkpoint', async () => {
    const unsigned: StoredRun = { ...stored, run: { ...stored.run, checkpoint: null } }
    expect(forwardOf(await lineageOf(unsigned, 'result'))).toEqual(ends.slice(1, 2))
    expect(await trace(unsigned, 'checkpoint')).toBeUndefined()
  })

  it.each([
    ...[
      '',
      'result ',
      'results',
      'checkpoints',
      'source',
      'source:',
      'source:t1',
      'target:s1',
      'dat_other',
      'run_1',
      'null',
    ],
    ...[`mat_${'0'.repeat(26)}`, 'mat_', `aud_${'0'.repeat(26)}`, '0'.repeat(64), 'Source:s1', 'source:s1 '],
  ])('is unknown for %j', async (artifact) => {
    expect(await trace(stored, artifact)).toBeUndefined()
  })

  it('is unknown for the id of a line under the name of another kind', async () => {
    const id = idOfLine(stored, (line) => 'sum' in line)
    expect(await trace(stored, id.replace('mat_', 'brk_'))).toBeUndefined()
  })

  it('reads what it needs and no more', async () => {
    const openedFor = async (artifact: string): Promise<string> => {
      const opened: string[] = []
      await traceLineage(sha256, {
        artifact,
        run: stored.run,
        open: (each) => {
          opened.push(each)
          return stored.open(each)
        },
      })
      return opened.join(' ')
    }
    expect(await openedFor('source:s1')).toBe('source result')
    expect(await openedFor(idOfLine(stored, isOf('source', 's1')))).toBe('result source target')
    expect(await openedFor(`mat_${'0'.repeat(26)}`)).toBe('result')
    expect((await openedFor('dat_source')) + (await openedFor('receipt')) + (await openedFor('result'))).toBe('')
  })

  it('says when the stored lines are not those of the run', async () => {
    const changed = (artifact: 'source' | 'result'): StoredRun => {
      const lines = { ...stored.lines, [artifact]: stored.lines[artifact].map((line) => line.replace('"s5"', '"s!"')) }
      return { ...stored, lines, open: (each) => bytesOf(lines[each]) }
    }
    const id = idOfLine(stored, isOf('source', 's5'))
    expect((await lineageOf(changed('source'), id)).faults).toEqual([
      expect.stringMatching(/^The stored lines of the source have the root/),
      'The source has no record s5',
    ])
    expect((await lineageOf(changed('result'), 'source:s1')).faults).toEqual([
      expect.stringMatching(/^The stored lines of the result have the root/),
    ])
    const unread: StoredRun = { ...stored, run: { ...stored.run, receipt: '{}' } }
    expect((await lineageOf(unread, 'receipt')).faults).toEqual(['The receipt cannot be read'])
  })

  it('names 1,000 records and 1,000 lines at most, and says that there are more', async () => {
    const many = Array.from({ length: traceCountMax + 1 }, (_, index) => record(`s${index}`, '1', 'A'))
    const sums: RuleInput = { id: 'sums', cardinality: 'n:1', match: [{ field: 'reference' }], sum: {} }
    const summed = storeRun({ source: many, target: [record('t1', '1001', 'A')], rules: [sums] })
    const match = await lineageOf(
      summed,
      idOfLine(summed, (line) => line.kind === 'match'),
    )
    expect([match.backward.records.length, match.backward.truncated, match.forwardTruncated]).toEqual([
      1_000,
      true,
      false,
    ])
    const others = many.map((each, index) => ({ ...each, amount: `${index + 6}` }))
    const source = [record('s', '5', 'A'), record('another', '5', 'B'), ...others]
    const missed = storeRun({ source, target: [record('t1', '5', 'A')], rules: [exact] })
    const taken = await lineageOf(missed, 'target:t1')
    expect([taken.forward.length, taken.backward.truncated, taken.forwardTruncated]).toEqual([1_003, false, true])
  })
})
