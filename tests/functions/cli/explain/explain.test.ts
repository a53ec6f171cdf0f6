import { canonicalize, engineVersion, toBase64 } from '@tallystick/engine/base'
import { artifactForms, type Lineage, type PolicyImpact } from '@tallystick/engine/explain'
import { formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import { verifyInclusion } from '@tallystick/engine/merkle'
import { idOfLine } from '@tallystick/engine/result'
import { afterAll, describe, expect, it } from 'vitest'
import type { RuleChanges } from '../../../../engine/explain/find-changes.ts'
import type { ExecutionGraph } from '../../../../engine/explain/graph-builder.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { leafHashOf } from '../../../engine/support/lines.ts'
import { otherEngine } from '../../../engine/support/other-engine.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { origin, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { sha256, sha256Hex } from '../../../engine/support/sha256.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { textIn, withFile, zipped } from '../../../support/node/pack.ts'
import { packOfOtherEngine } from '../../../support/node/pack-of-other-engine.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

const ofOtherEngine = scratch.write('other-engine.zip', zipped(packOfOtherEngine))

const stored = await seal(sealedCase)
const pack = packOf(stored)
const path = scratch.write('sealed.zip', zipped(pack))
const lines = textIn(pack, 'result.ndjson').trimEnd().split('\n')

const explain = (...words: readonly string[]) => runWords(['explain', path, ...words])

/** The answer to a question that has one. */
async function answerTo<Answer>(...words: readonly string[]): Promise<Answer> {
  const { code, output, errors } = await explain(...words)
  expect({ code, errors, end: output.at(-1) }).toEqual({ code: 0, errors: '', end: '\n' })
  return JSON.parse(output)
}

describe('the lineage in a pack of another engine', () => {
  it('is traced by this version, which executes nothing for it', async () => {
    const { code, output } = await runWords(['explain', ofOtherEngine, '--lineage', 'source:s1'])
    expect(code).toBe(0)
    const lineage: Lineage = JSON.parse(output)
    expect(lineage.backward).toMatchObject({ engine: otherEngine })
    expect(lineage.forward.length).toBeGreaterThan(2)
  })
})

describe('the graph', () => {
  it('is what the run did, under a hash that follows from it', async () => {
    const { graphHash, nodes, edges } = await answerTo<ExecutionGraph>('--graph')
    expect(graphHash).toBe(sha256Hex(Buffer.from(canonicalize(JSON.parse(JSON.stringify({ edges, nodes }))))))
    const hashes = new Map(nodes.map(({ id, hash }) => [id, hash]))
    expect(hashes.get('result')).toBe(stored.run.resultRoot)
    expect(hashes.get('receipt')).toBe(stored.receipt?.leafHash)
    expect(hashes.get('tenant')).toBe(stored.tenant)
    expect(hashes.get('checkpoint')).toBe(sha256Hex(Buffer.from(stored.checkpoint ?? '')))
    expect(nodes.filter(({ id }) => id.startsWith('pass:'))).toHaveLength(sealedCase.rules.length)
  })

  it('is drawn for Mermaid and Graphviz', async () => {
    const [mermaid, dot] = [await explain('--graph', '--format', 'mermaid'), await explain('--graph', '--format=dot')]
    expect(mermaid).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/^flowchart [\s\S]*opening[\s\S]*\n$/),
    })
    expect(dot).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/^digraph [\s\S]*opening[\s\S]*\}\n$/),
    })
  })
})

describe('the lineage', () => {
  it('leads from each line of the result to its records, each proven', async () => {
    const kinds = new Set<string>()
    for (const line of lines.slice(1, -1)) {
      const { kind, source = [], target = [] } = JSON.parse(line)
      kinds.add(kind)
      const prefix = { match: 'mat', suggestion: 'sug', break: 'brk', excluded: 'exc' }[String(kind)]
      const lineage = await answerTo<Lineage>('--lineage', `${prefix}_${leafHashOf(line).slice(0, 26)}`)
      expect(lineage.artifact).toMatchObject({ kind, hash: leafHashOf(line), index: lines.indexOf(line) })
      expect(textIn(pack, 'rules.json')).toContain(JSON.stringify(lineage.backward.rule) ?? '')
      const own = lineage.backward.records.filter(({ role }) => role === 'record')
      expect(own.map(({ id }) => id)).toEqual([...source, ...target])
      for (const { leafHash, root, inclusion } of own)
        expect(verifyInclusion(sha256, { leaf: leafHash, root, proof: inclusion })).toBe(true)
    }
    expect([...kinds].sort()).toEqual(['break', 'excluded', 'match', 'suggestion'])
  })

  it('leads from a record, the result and the receipt to all that was made of them', async () => {
    const record = await answerTo<Lineage>('--lineage', 'source:s1')
    expect(record.backward.records.map(({ bytes }) => bytes)).toEqual(
      textIn(pack, 'source.ndjson').split('\n').slice(0, 1),
    )
    expect(record.forward.map(({ kind }) => kind)).toEqual(['match', 'result', 'receipt', 'checkpoint'])
    for (const artifact of ['result', stored.run.resultRoot ?? '', 'receipt'])
      expect((await answerTo<Lineage>('--lineage', artifact)).backward.datasets).toHaveLength(2)
  })

  it('knows the datasets by the ids in the run’s record', async () => {
    const named = { ...stored, run: { ...stored.run, source: { ...stored.run.source, datasetId: 'dat_1' } } }
    scratch.write('named.zip', zipped(packOf(named)))
    const { output } = await runWords(['explain', scratch.path('named.zip'), '--lineage', 'dat_1'])
    expect(JSON.parse(output)).toMatchObject({ artifact: { kind: 'dataset', hash: stored.run.source.root } })
  })
})

describe('the impact', () => {
  it('is that of every rule, or of the one that is named', async () => {
    const { rules } = await answerTo<PolicyImpact>('--impact')
    expect(rules.map(({ id }) => id)).toEqual(sealedCase.rules.map(({ id }) => id))
    const carried = rules.reduce((sum, { fromRun }) => sum + fromRun.matches, 0)
    expect(carried).toBe(lines.filter((line) => line.includes('"kind":"match"')).length)
    const named = await answerTo<PolicyImpact>('--impact', 'invoice')
    expect(named.rules).toEqual(rules.filter(({ id }) => id === 'invoice'))
    expect(named.rules[0]?.withoutRule?.takenOver).toMatchObject([{ rule: 'cents', matches: 1 }])
  })
})

describe('the changes', () => {
  it('are those that take a break, tried on the whole run', async () => {
    const line = lines.find((each) => each.includes('"source":["s3"]')) ?? ''
    const { changes } = await answerTo<RuleChanges>('--changes', idOfLine('break', leafHashOf(line)))
    const [change] = changes
    expect(change).toMatchObject({ kind: 'wider', candidate: { source: ['s3'], target: ['t3'] } })
    expect(change?.trial.gained.lines).toMatchObject([{ kind: 'match', source: ['s3'], target: ['t3'] }])
    expect(change?.trial.closed).toMatchObject({ count: 1, lines: [JSON.parse(line)] })
  })
})

describe('no answer', () => {
  it.each([
    [['--changes', 'brk_1'], 'Got "brk_1", wanted the id of a break of this run (brk_…)'],
    [['--impact', 'absent'], 'Got the rule "absent", wanted one of opening, invoice, cents, payout, text, later, tie'],
    [['--lineage', 'source:absent'], `Got "source:absent", which is no artifact of this run, wanted ${artifactForms}`],
    [
      ['--lineage', `mat_${'0'.repeat(26)}`],
      `Got "mat_${'0'.repeat(26)}", which is no artifact of this run, wanted ${artifactForms}`,
    ],
  ])('is there to %j, which ends in exit code 2', async (words, fault) => {
    expect(await explain(...words)).toEqual({ code: 2, output: '', errors: `tallystick: ${path}: ${fault}\n` })
  })

  it('is given from evidence that does not hold, which ends in exit code 1', async () => {
    const broken = scratch.write('broken.zip', zipped(withFile(pack, 'rules.json', '[]')))
    for (const question of ['--graph', '--impact', '--lineage=result']) {
      const { code, output, errors } = await runWords(['explain', broken, question])
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toContain('the first broken link is policyHash')
    }
  })

  it('is given from what no trusted key has signed', async () => {
    const keyOf = (seed: number) => formatVkey(verifierKeyOf(sha256, origin, signerOf(seed).publicKey))
    const trusted = await explain('--impact', '--key', keyOf(9), '--key', toBase64(signerOf(2).publicKey))
    expect(trusted).toEqual(await explain('--impact'))
    const { code, output, errors } = await explain('--impact', '--key', keyOf(9))
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(/ the first broken link is checkpointSignature; tallystick verify with the same --key says/)
    expect(await explain('--graph', '--key', 'x')).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringMatching(/^tallystick: --key: Got the key "x", wanted “name\+id\+base64”/),
    })
  })

  it('is given from a result that the engine does not come to', async () => {
    const result = (each: string[]) => each.map((line) => line.replaceAll('"INV-7"', '"INV-777"'))
    const forged = scratch.write('forged.zip', zipped(packOf(await seal({ ...sealedCase, forge: { result } }))))
    for (const question of ['--graph', '--impact']) {
      const { code, output, errors } = await runWords(['explain', forged, question])
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toContain('the engine comes to another result')
    }
  })

  it.each(['graph', 'impact', 'changes'])('is given by another version of the engine to --%s', async (about) => {
    const { code, errors } = await runWords([
      'explain',
      ofOtherEngine,
      `--${about}`,
      ...(about === 'changes' ? ['brk_1'] : []),
    ])
    const wanted = `Got a run of engine ${otherEngine}, wanted one of ${engineVersion}: --${about} needs the program of version ${otherEngine}\n`
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(wanted) })
  })

  it('is given from what is no pack', async () => {
    const { code, errors } = await runWords(['explain', scratch.write('none.zip', 'none'), '--graph'])
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('Got a file that begins with "none"') })
  })
})
