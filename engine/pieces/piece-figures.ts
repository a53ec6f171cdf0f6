import type { Pass } from '../match/state/run-state.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { SideSum } from '../result/completeness.ts'
import type { BreakReason } from '../result/line.ts'
import type { RunFigures } from '../result/outcome.ts'
import type { PieceRun } from './piece.ts'
import { enabledRules } from './route.ts'
import type { SideFacts } from './side-facts.ts'
import { differencesIn, noCounts, noSums, sideSumIn, type Tally } from './tally.ts'

interface WrittenPieces {
  /** The sum of all tallies. */
  readonly tally: Tally
  readonly suggestionCount: number
  readonly reasons: { readonly [reason in BreakReason]?: number }
  readonly unexplained: BySide<number>
}

export function figuresOfPieces({ policy, facts }: PieceRun, written: WrittenPieces): RunFigures {
  const { tally, suggestionCount, reasons, unexplained } = written
  const sumsOf = (side: Side) => sumsIn(facts[side], tally.totals[side])
  return {
    ...tally.records,
    passes: passesOf(policy, facts, tally),
    residualCount: tally.residualCount,
    decidedCount: 0,
    suggestionCount,
    confidence: tally.confidence,
    reasons,
    sums: { source: sumsOf('source'), target: sumsOf('target') },
    differences: differencesIn(tally.totals),
    fx: tally.totals.fx,
    unsearched: unexplained,
    fields: { source: facts.source.fields, target: facts.target.fields },
    days: { source: facts.source.days, target: facts.target.days },
    sizes: () => ({ source: facts.source.sizes, target: facts.target.sizes }),
  }
}

/**
 * Takes the total of a currency from the first reading of the side, not from the settled records. If a record is lost,
 * the check of the totals fails.
 */
function sumsIn({ totals }: SideFacts, sums: Tally['totals'][Side]): ReadonlyMap<string, SideSum> {
  const totalIn = new Map(Object.entries(totals))
  const currencies = new Set([...totalIn.keys(), ...Object.keys(sums)])
  return new Map(
    [...currencies].map((currency) => [
      currency,
      sideSumIn({ ...noSums, ...sums[currency], total: totalIn.get(currency) ?? '0' }),
    ]),
  )
}

/**
 * The figures of every rule's pass. `leftSource` and `leftTarget` count the records, residuals included, that no rule
 * has taken yet.
 */
function passesOf(policy: PieceRun['policy'], facts: BySide<SideFacts>, tally: Tally): Pass[] {
  const left = { source: facts.source.recordCount, target: facts.target.recordCount }
  return enabledRules(policy).map(({ rule }, position) => {
    const counts = tally.passes[position] ?? noCounts
    const taken = tally.taken[position] ?? { source: 0, target: 0 }
    for (const side of sides) left[side] -= taken[side]
    return { rule: rule.id, action: rule.action, ...counts, leftSource: left.source, leftTarget: left.target }
  })
}
