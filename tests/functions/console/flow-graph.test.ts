import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FlowFigures,
  type FlowLink,
  flowGraphOf,
  flowSides,
  flowStepsOf,
} from '../../../functions/console/result/flow-graph.ts'
import { layOutFlow } from '../../../functions/console/result/flow-layout.ts'

interface DrawnRule {
  readonly taken: { readonly source: number; readonly target: number }
  readonly residuals: { readonly source: number; readonly target: number }
}

interface DrawnRun {
  readonly counts: { readonly source: number; readonly target: number }
  readonly rules: readonly DrawnRule[]
  readonly suggested: { readonly source: number; readonly target: number }
}

const bySide = (max: number) => fc.record({ source: fc.nat(max), target: fc.nat(max) })
const drawnRun: fc.Arbitrary<DrawnRun> = fc.record({
  counts: bySide(1_000),
  rules: fc.array(fc.record({ taken: bySide(400), residuals: bySide(2) }), { maxLength: 20 }),
  suggested: bySide(20),
})

/** Figures that can be: a rule takes at most what is left, and only a rule that takes leaves something over. */
function figuresOf({ counts, rules, suggested }: DrawnRun): FlowFigures {
  const left = { ...counts }
  const flows = rules.map(({ taken, residuals }, place): FlowFigures['rules'][number] => {
    const own = { source: Math.min(taken.source, left.source), target: Math.min(taken.target, left.target) }
    const restsOf = (side: 'source' | 'target') => Math.min(residuals[side], own[side])
    const over = { source: restsOf('source'), target: restsOf('target') }
    for (const side of flowSides) left[side] += over[side] - own[side]
    return {
      id: `r${place}`,
      name: '',
      action: 'match',
      sentences: [],
      isEnabled: true,
      taken: own,
      residuals: over,
      view: 'matches',
      lineCount: own.source + own.target,
      suggestionCount: 0,
    }
  })
  const side = (name: 'source' | 'target') => ({ name, recordCount: counts[name], root: '', leftOutCount: 0 })
  const end = (name: 'source' | 'target') => ({ matched: 0, open: left[name], netted: 0 })
  return {
    sides: { source: side('source'), target: side('target') },
    summary: { ...noSummary, source: end('source'), target: end('target') },
    rules: flows,
    suggested: {
      source: Math.min(suggested.source, left.source),
      target: Math.min(suggested.target, left.target),
    },
  }
}

const noSummary: Omit<FlowFigures['summary'], 'source' | 'target'> = {
  matchCount: 0,
  nettedCount: 0,
  residualCount: 0,
  suggestionCount: 0,
  breakCount: 0,
  confidence: { exact: 0, high: 0, medium: 0, low: 0 },
  amounts: {},
  turned: {},
  breaks: {},
  ambiguous: 0,
  matchRate: '0',
  rules: [],
}

const sum = (links: readonly FlowLink[]): number => links.reduce((all, { value }) => all + value, 0)

describe('the flow of a run', () => {
  it('lets as many records out of every node as come in', () => {
    fc.assert(
      fc.property(drawnRun, (run) => {
        const { nodes, links } = flowGraphOf(figuresOf(run))
        for (const { id, kind } of nodes) {
          const [into, out] = [links.filter(({ target }) => target === id), links.filter(({ source }) => source === id)]
          if (kind === 'left') expect([id, sum(out)]).toEqual([id, sum(into)])
          else if (kind === 'side' || kind === 'residual') expect(into).toEqual([])
          else expect(out).toEqual([])
        }
      }),
    )
  })

  it('begins with the records of the sides, and ends with what rules took and what is open', () => {
    fc.assert(
      fc.property(drawnRun, (run) => {
        const figures = figuresOf(run)
        const { links } = flowGraphOf(figures)
        for (const side of flowSides) {
          const own = links.filter((link) => link.side === side)
          expect(sum(own.filter(({ source }) => source === side))).toBe(figures.sides[side].recordCount)
          for (const [place, { taken, residuals }] of figures.rules.entries()) {
            expect(sum(own.filter(({ target }) => target === `rule ${place + 1}`))).toBe(taken[side])
            expect(sum(own.filter(({ source }) => source === `residual ${place + 1} ${side}`))).toBe(residuals[side])
          }
          const ends = own.filter(({ target }) => target === `open ${side}` || target === `suggested ${side}`)
          expect(sum(ends)).toBe(figures.summary[side].open)
        }
      }),
    )
  })

  it('has no link of nothing, and each node and link once', () => {
    fc.assert(
      fc.property(drawnRun, (run) => {
        const { nodes, links, rowCount } = flowGraphOf(figuresOf(run))
        expect(links.filter(({ value }) => value <= 0)).toEqual([])
        expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length)
        expect(new Set(links.map(({ source, target, side }) => `${source}>${target} ${side}`)).size).toBe(links.length)
        const rows = new Map(nodes.map(({ id, row }) => [id, row]))
        for (const { source, target } of links) expect(rows.get(source)).toBeLessThan(rows.get(target) ?? -1)
        expect(nodes.filter(({ row }) => row >= rowCount)).toEqual([])
      }),
    )
  })

  it('is the same for the same run', () => {
    fc.assert(
      fc.property(drawnRun, (run) => {
        expect(flowGraphOf(figuresOf(run))).toEqual(flowGraphOf(structuredClone(figuresOf(run))))
      }),
    )
  })

  it('is empty where there are no records', () => {
    const run = figuresOf({
      counts: { source: 0, target: 0 },
      rules: [{ taken: { source: 0, target: 0 }, residuals: { source: 0, target: 0 } }],
      suggested: { source: 0, target: 0 },
    })
    expect(flowGraphOf(run)).toMatchObject({ nodes: [], links: [] })
  })

  it('refuses figures that do not add up', () => {
    const run = figuresOf({
      counts: { source: 3, target: 0 },
      rules: [{ taken: { source: 2, target: 0 }, residuals: { source: 0, target: 0 } }],
      suggested: { source: 0, target: 0 },
    })
    const other = { ...run, summary: { ...run.summary, source: { matched: 0, open: 2, netted: 0 } } }
    expect(() => flowStepsOf(other)).toThrow('Flow: 1 records of the source were left, and 2 are open')
  })
})

describe('the picture of a flow', () => {
  const size = { width: 600, rowHeight: 80 }

  it('keeps all nodes inside its width, and those of a row apart', () => {
    fc.assert(
      fc.property(drawnRun, (run) => {
        const { nodes } = layOutFlow(flowGraphOf(figuresOf(run)), size)
        for (const row of Map.groupBy(nodes, ({ y }) => y).values()) {
          const ends = [...row].sort((a, b) => a.x - b.x)
          for (const [place, { x, width }] of ends.entries()) {
            expect(x).toBeGreaterThanOrEqual(-0.001)
            expect(x + width).toBeLessThanOrEqual(size.width + 2.001)
            const next = ends[place + 1]
            if (next !== undefined) expect(next.x).toBeGreaterThanOrEqual(x + width)
          }
        }
      }),
    )
  })

  it('gives each side of a rule a width in proportion to its records', () => {
    const run = figuresOf({
      counts: { source: 100, target: 50 },
      rules: [{ taken: { source: 60, target: 30 }, residuals: { source: 0, target: 0 } }],
      suggested: { source: 0, target: 0 },
    })
    const { nodes } = layOutFlow(flowGraphOf(run), size)
    const widthOf = (id: string) => nodes.find((node) => node.id === id)?.width
    expect(widthOf('source')).toBeCloseTo(200)
    expect(widthOf('target')).toBeCloseTo(100)
    expect(widthOf('rule 1')).toBeCloseTo(180)
    expect(widthOf('open source')).toBeCloseTo(80)
  })
})
