import type { RunOverview, Side } from '../engine-worker/engine-types.ts'

/** The way of the records through the rules, as nodes and links. */

export const flowSides = ['source', 'target'] as const satisfies readonly Side[]

export type FlowFigures = Pick<RunOverview, 'sides' | 'summary' | 'rules' | 'suggested'>

export interface FlowStep {
  readonly rule: RunOverview['rules'][number]
  readonly number: number
  readonly leftAfter: { readonly [side in Side]: number }
}

/**
 * `side`: all records of a side. `left`: the records that no rule has taken so far. `residual`: open amounts of a
 * match. Records end in a node `rule`, `open` or `suggested`.
 */
type FlowKind = 'side' | 'left' | 'residual' | 'rule' | 'open' | 'suggested'

export interface FlowNode {
  readonly id: string
  readonly kind: FlowKind
  /** Undefined for a rule, which takes from both sides. */
  readonly side: Side | undefined
  /**
   * The place in the policy of a rule, or of the rule that a `left` or `residual` node belongs to, from 1. 0 for a
   * side, Infinity for an end.
   */
  readonly number: number
  readonly row: number
}

export interface FlowLink {
  readonly source: string
  readonly target: string
  readonly side: Side
  readonly value: number
}

export interface FlowGraph {
  readonly nodes: readonly FlowNode[]
  /** The links of a node are ordered from left to right: source left, target right. */
  readonly links: readonly FlowLink[]
  /** The row of each rule, including rules that took nothing. */
  readonly ruleRows: readonly number[]
  readonly rowCount: number
}

export function flowStepsOf({ sides, summary, rules }: FlowFigures): readonly FlowStep[] {
  const left = { source: sides.source.recordCount, target: sides.target.recordCount }
  const steps = rules.map((rule, place) => {
    for (const side of flowSides) {
      if (rule.taken[side] > left[side]) throw new Error(`Flow: rule ${rule.id} took more than was left of the ${side}`)
      left[side] += rule.residuals[side] - rule.taken[side]
    }
    return { rule, number: place + 1, leftAfter: { ...left } }
  })
  for (const side of flowSides)
    if (left[side] !== summary[side].open)
      throw new Error(`Flow: ${left[side]} records of the ${side} were left, and ${summary[side].open} are open`)
  return steps
}

/** The nodes and links of a run, without empty nodes. */
export function flowGraphOf(run: FlowFigures): FlowGraph {
  const graph = createGraph()
  const steps = flowStepsOf(run)
  for (const side of flowSides)
    if (run.sides[side].recordCount > 0) graph.begin(side, { id: side, kind: 'side', side, number: 0, row: 0 })
  const ruleRows: number[] = []
  let row = 0
  let left: FlowStep['leftAfter'] = { source: run.sides.source.recordCount, target: run.sides.target.recordCount }
  for (const step of steps) {
    row += 1
    ruleRows.push(row)
    addStep(graph, step, { left, row })
    if (step.rule.residuals.source + step.rule.residuals.target > 0) row += 1
    left = step.leftAfter
  }
  for (const side of flowSides) addEnds(graph, { side, left: left[side], suggested: run.suggested[side], row: row + 1 })
  return { ...graph.made(), ruleRows, rowCount: row + 2 }
}

interface Place {
  readonly left: FlowStep['leftAfter']
  readonly row: number
}

function addStep(graph: Drawing, { rule, number }: FlowStep, { left, row }: Place): void {
  const hasResiduals = rule.residuals.source + rule.residuals.target > 0
  for (const side of flowSides) {
    const [taken, residuals] = [rule.taken[side], rule.residuals[side]]
    const [id, untaken] = [`left ${number} ${side}`, left[side] - taken]
    const node: FlowNode = { id, kind: 'left', side, number, row }
    const ruleNode: FlowNode = { id: `rule ${number}`, kind: 'rule', side: undefined, number, row }
    graph.part(side, [
      { node, value: untaken, isTrunk: true },
      { node: ruleNode, value: taken },
    ])
    if (!hasResiduals) continue
    // One row below the rule, residuals join the records that the rule did not take.
    const joined: FlowNode = { id: `joined ${number} ${side}`, kind: 'left', side, number, row: row + 1 }
    const residual: FlowNode = { id: `residual ${number} ${side}`, kind: 'residual', side, number, row }
    graph.join(side, joined, [
      { value: untaken, from: undefined },
      { value: residuals, from: residual },
    ])
  }
}

interface SideEnd {
  readonly side: Side
  readonly left: number
  readonly suggested: number
  readonly row: number
}

function addEnds(graph: Drawing, { side, left, suggested, row }: SideEnd): void {
  const number = Number.POSITIVE_INFINITY
  graph.part(side, [
    { node: { id: `open ${side}`, kind: 'open', side, number, row }, value: left - suggested },
    { node: { id: `suggested ${side}`, kind: 'suggested', side, number, row }, value: suggested },
  ])
}

interface Branch {
  readonly node: FlowNode
  readonly value: number
  /** Whether the later rules of this side start from this node. */
  readonly isTrunk?: true
}

interface Inflow {
  readonly value: number
  /** The node that records come from; undefined for the node that the side has reached. */
  readonly from: FlowNode | undefined
}

interface Drawing {
  readonly begin: (side: Side, node: FlowNode) => void
  /** Splits the records of a side among nodes, ordered from the outside of the picture to its middle. */
  readonly part: (side: Side, branches: readonly Branch[]) => void
  /** Brings records together in a node, from which the side continues. */
  readonly join: (side: Side, node: FlowNode, inflows: readonly Inflow[]) => void
  readonly made: () => Pick<FlowGraph, 'nodes' | 'links'>
}

function createGraph(): Drawing {
  const nodes = new Map<string, FlowNode>()
  const links: FlowLink[] = []
  const trunk = new Map<Side, FlowNode>()
  const outwards = <Item>(side: Side, items: readonly Item[]): readonly Item[] =>
    side === 'source' ? items : items.toReversed()
  const link = (side: Side, from: FlowNode | undefined, { node, value }: Branch): void => {
    if (value === 0) return
    if (from === undefined) throw new Error(`Flow: records of the ${side} come from nowhere`)
    for (const each of [from, node]) nodes.set(each.id, each)
    links.push({ source: from.id, target: node.id, side, value })
  }
  return {
    begin(side, node) {
      nodes.set(node.id, node)
      trunk.set(side, node)
    },
    part(side, branches) {
      const from = trunk.get(side)
      for (const branch of outwards(side, branches)) link(side, from, branch)
      const next = branches.find(({ isTrunk, value }) => isTrunk && value > 0)
      if (next === undefined) trunk.delete(side)
      else trunk.set(side, next.node)
    },
    join(side, node, inflows) {
      const before = trunk.get(side)
      for (const { value, from = before } of outwards(side, inflows)) link(side, from, { node, value })
      if (inflows.some(({ value }) => value > 0)) trunk.set(side, node)
    },
    made: () => ({ nodes: [...nodes.values()], links }),
  }
}
