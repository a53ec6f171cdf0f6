import { describe, expect, it } from 'vitest'
import { engineVersion } from '../../../engine/base/version.ts'
import type { ExecutionGraph } from '../../../engine/explain/graph-builder.ts'
import { createGraphBuilder, type GraphNode } from '../../../engine/explain/graph-builder.ts'
import { idsOfSide } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { checkCases } from '../support/any-case.ts'
import { graphOf, someSeal } from '../support/graph-of.ts'
import { leafHashOf } from '../support/lines.ts'
import { naiveRoot } from '../support/naive-merkle.ts'
import { type Case, run } from '../support/run.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'
import { withRests } from '../support/with-rests.ts'

const nodeOf = ({ nodes }: ExecutionGraph, id: string): GraphNode => {
  const [node, ...others] = nodes.filter((each) => each.id === id)
  if (node === undefined || others.length > 0) throw new Error(`Wanted one node ${id}`)
  return node
}

/** JSON with sorted members: all that RFC 8785 demands of texts and whole numbers. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join()}}`
}

const hashOfJson = (value: unknown): string => sha256Hex(Buffer.from(sortedJson(value)))
const rootOf = (lines: readonly unknown[]): string =>
  naiveRoot(lines.map((line) => Buffer.from(leafHashOf(sortedJson(line)), 'hex'))).toString('hex')
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The ids of the nodes in an order in which each comes after all that it depends on; throws when there is none. */
function inOrder({ nodes, edges }: ExecutionGraph): string[] {
  const left = new Set(nodes.map(({ id }) => id))
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((id) => !edges.some(({ from, to }) => from === id && left.has(to)))
    if (free.length === 0) throw new Error(`A cycle among ${[...left]}`)
    for (const id of free) left.delete(id)
    order.push(...free)
  }
  return order
}

const idsOf = (records: Case['source']): string[] => records.map(({ id }) => id).sort(byBytes)

describe('the execution graph', () => {
  const rules: RuleInput[] = [
    { id: 'opening', action: 'exclude', where: { source: [{ field: 'reference', op: 'eq', value: 'OPEN' }] } },
    { id: 'off', enabled: false, match: [{ field: 'reference' }] },
    { id: 'exact', name: 'By reference', match: [{ field: 'reference' }] },
  ]
  const record = (id: string, reference: string) => ({ id, amount: '1', currency: 'EUR', reference })
  const given: Case = {
    source: [record('s1', 'A'), record('s2', 'OPEN'), record('s3', 'B')],
    target: [record('t1', 'A')],
    rules,
  }

  it('has nodes for the passes of the run, its own and no others', () => {
    const graph = graphOf(given)
    expect(graph.nodes.map(({ id, type, label }) => `${type} ${id}: ${label}`)).toEqual([
      'entity breaks: Breaks',
      'entity checkpoint: Checkpoint',
      'entity claims:1:opening: Claims of 1',
      'entity claims:2:exact: Claims of 2',
      'activity classify: Classify what is open',
      'entity dataset:source: Source dataset',
      'entity dataset:target: Target dataset',
      `agent engine: Engine version ${engineVersion}`,
      'entity excluded: Excluded records',
      'entity open:1:opening: Open after 1',
      'entity open:2:exact: Open after 2',
      'activity pass:1:opening: Pass 1: opening',
      'activity pass:2:exact: Pass 2: By reference',
      'entity policy: Policy custom',
      'activity read:source: Read source',
      'activity read:target: Read target',
      'entity receipt: Receipt',
      'entity records:source: Source records',
      'entity records:target: Target records',
      'entity result: Result',
      'activity seal: Seal',
      'agent tenant: Tenant',
    ])
    expect(
      graph.edges.filter(({ from }) => from.endsWith('2:exact')).map((edge) => Object.values(edge).join(' ')),
    ).toEqual([
      'claims:2:exact open:1:opening wasDerivedFrom',
      'claims:2:exact pass:2:exact wasGeneratedBy',
      'open:2:exact open:1:opening wasDerivedFrom',
      'open:2:exact pass:2:exact wasGeneratedBy',
      'pass:2:exact engine wasAssociatedWith',
      'pass:2:exact open:1:opening used',
      'pass:2:exact policy used',
    ])
    expect(nodeOf(graph, 'pass:2:exact').counts).toEqual({
      ...{ candidates: 1, matches: 1, netted: 0, suggestions: 0, ambiguous: 0, findings: 0 },
      ...{ excludedSource: 0, excludedTarget: 0, leftSource: 1, leftTarget: 0 },
    })
    expect(nodeOf(graph, 'policy').counts).toEqual({ rules: 3, enabled: 2 })
    expect(nodeOf(graph, 'excluded').counts).toEqual({ records: 1 })
  })

  it('is complete without a rule that runs', () => {
    const graph = graphOf({ ...given, rules: [{ enabled: false, match: [{ field: 'reference' }] }] })
    expect(graph.edges).toContainEqual({ from: 'classify', to: 'records:source', relation: 'used' })
    expect(graph.nodes.map(({ id }) => id)).not.toContain('excluded')
  })

  it('has no checkpoint where the run has none', () => {
    const ids = graphOf(given, { ...someSeal, checkpoint: null }).nodes.map(({ id }) => id)
    expect([ids.includes('receipt'), ids.includes('checkpoint')]).toEqual([true, false])
  })

  it('names the roots, the policy, the receipt, the note, the tenant and the engine by their hashes', () => {
    const graph = graphOf(given)
    const { root, header } = run(given)
    const hashes = ['dataset:source', 'dataset:target', 'policy', 'result', 'receipt', 'checkpoint', 'tenant', 'engine']
    expect(hashes.map((id) => nodeOf(graph, id).hash)).toEqual([
      ...['aa'.repeat(32), 'bb'.repeat(32), header.policy, root, someSeal.receipt],
      ...[sha256Hex(Buffer.from('a note\n')), someSeal.tenant, sha256Hex(Buffer.from(header.engine))],
    ])
  })

  it('is acyclic, and every edge joins what its relation says, whatever the rules', () => {
    const ends = {
      used: 'activity entity',
      wasGeneratedBy: 'entity activity',
      wasDerivedFrom: 'entity entity',
      wasAssociatedWith: 'activity agent',
    }
    checkCases((each) => {
      const graph = graphOf(each)
      expect(inOrder(graph)).toHaveLength(graph.nodes.length)
      for (const { from, to, relation } of graph.edges)
        expect(`${nodeOf(graph, from).type} ${nodeOf(graph, to).type}`).toBe(ends[relation])
    })
  })

  it('has a hash that follows from the sorted answer alone', () => {
    checkCases((each) => {
      const { graphHash, nodes, edges } = graphOf(each)
      expect(nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id).sort(byBytes))
      const keyOf = ({ from, to, relation }: (typeof edges)[number]) => [from, to, relation].join('\0')
      expect(edges.map(keyOf)).toEqual([...new Set(edges.map(keyOf))].sort(byBytes))
      expect(hashOfJson({ nodes: JSON.parse(JSON.stringify(nodes)), edges })).toBe(graphHash)
    })
  })

  it('is the same for a replay, but for what names the run', () => {
    const ofRun = new Set(['seal', 'receipt', 'checkpoint'])
    const other = { ...someSeal, receipt: 'ee'.repeat(32), checkpoint: 'another note\n' }
    checkCases((each) => {
      const [first, replay] = [graphOf(each), graphOf(each, other)]
      const lasting = ({ nodes }: ExecutionGraph) => nodes.filter(({ id }) => !ofRun.has(id))
      expect(lasting(replay)).toEqual(lasting(first))
      expect(replay.edges).toEqual(first.edges)
      expect(replay.graphHash).not.toBe(first.graphHash)
    })
  })

  it('counts what the summary of the run counts, and hashes what the lines of the result hold', () => {
    checkCases((each) => {
      const graph = graphOf(each)
      const { summary, matches, suggestions, breaks, excluded, netted, leafCount } = run(each)
      expect(nodeOf(graph, 'classify').counts).toEqual(summary.breaks)
      expect(nodeOf(graph, 'breaks')).toMatchObject({ counts: summary.breaks, hash: rootOf(breaks) })
      expect(nodeOf(graph, 'result').counts).toEqual({
        lines: leafCount,
        matches: summary.matchCount,
        suggestions: summary.suggestionCount,
        breaks: summary.breakCount,
        excluded: excluded.length,
        netted: netted.length,
      })
      const claimed = { source: new Set<string>(), target: new Set<string>() }
      for (const [position, { id, ...tally }] of summary.rules.entries()) {
        const suffix = `${position + 1}:${id}`
        const [own, taken] = [
          suggestions.filter(({ rule }) => rule === id),
          [...matches, ...excluded, ...netted].filter(({ rule }) => rule === id),
        ]
        for (const line of taken)
          for (const side of ['source', 'target'] as const)
            claimed[side] = new Set([...claimed[side], ...idsOfSide(line, side)])
        const ids = summary.rules.slice(0, position + 1).map((done) => done.id)
        const done = matches.filter(({ rule }) => ids.includes(rule))
        const open = (side: 'source' | 'target') =>
          idsOf(withRests(each[side], side, done)).filter((one) => !claimed[side].has(one))
        expect(nodeOf(graph, `pass:${suffix}`).counts).toMatchObject(tally)
        expect(nodeOf(graph, `open:${suffix}`)).toMatchObject({
          counts: { source: tally.leftSource, target: tally.leftTarget },
          hash: hashOfJson([open('source'), open('target')]),
        })
        const lines = [
          ...taken.filter(({ kind }) => kind === 'match'),
          ...own,
          ...taken.filter(({ kind }) => kind === 'excluded'),
          ...taken.filter(({ kind }) => kind === 'netted'),
        ]
        expect(nodeOf(graph, `claims:${suffix}`).hash).toBe(rootOf(lines))
      }
    })
  })

  it('hashes an activity over its label, its counts and what it used', () => {
    const graph = graphOf(given)
    for (const { id, type, label, counts, hash } of graph.nodes) {
      if (type !== 'activity') continue
      const used = graph.edges.filter(({ from, relation }) => from === id && relation === 'used')
      const hashes = used.map(({ to }) => nodeOf(graph, to).hash).sort()
      expect(hash).toBe(hashOfJson({ label, counts, used: hashes }))
    }
    for (const side of ['source', 'target'] as const)
      expect(nodeOf(graph, `records:${side}`).hash).toBe(hashOfJson(idsOf(given[side])))
  })
})

describe('the builder of a graph', () => {
  it('refuses an edge to a node that was not added before, so that there can be no cycle', () => {
    const graph = createGraphBuilder(sha256)
    expect(() => graph.addEntity('a', 'A', { hash: '', derivedFrom: ['a'] })).toThrow('nothing named a')
    expect(() => graph.addActivity('b', 'B', { counts: {}, used: [], associatedWith: ['nobody'] })).toThrow(
      'nothing named nobody',
    )
  })

  it('refuses a second node of the same name', () => {
    const graph = createGraphBuilder(sha256)
    graph.addAgent('a', 'A', '')
    expect(() => graph.addAgent('a', 'B', '')).toThrow('two nodes are named a')
  })
})
