import type { Sha256 } from '../base/hasher.ts'
import { finish, uninterrupted } from '../base/slices.ts'
import { type BoundRule, bindRule } from '../match/state/bound-rule.ts'
import {
  type Match,
  type MatchColumns,
  type MatchList,
  matchListOf,
  type PairFlags,
} from '../match/state/match-list.ts'
import type { BySide } from '../record/side.ts'
import { type TableColumns, tableOf } from '../record/table.ts'
import { canonicalPolicy, readPolicy } from '../rules/canonical-policy.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { createArtifactWriter, type ResultTree } from './artifact.ts'
import type { ConfidenceCounts } from './confidence.ts'
import { createMatchDifferences } from './match-differences.ts'
import { writeMatches } from './match-writer.ts'
import { settledUnits } from './settled-units.ts'

/** Matches and what their lines are made from, as values that another thread can be handed. */
export interface MatchesAside {
  /** The canonical text. */
  readonly policy: string
  readonly tables: BySide<TableColumns>
  /** In the order of their lines. Rules stand as their ids. */
  readonly matches: Omit<MatchColumns, 'hows'> & { readonly hows: readonly Named<PairFlags | Match>[] }
}

type Named<How> = How extends unknown ? Omit<How, 'rule'> & { readonly rule: string } : never

/** Requires matches without residuals. */
export function matchesAside(matches: MatchList, policy: CompiledPolicy, tables: MatchesAside['tables']): MatchesAside {
  const { hows, ...columns } = matches.columns()
  const named = hows.map((how) => ({ ...how, rule: how.rule.compiled.rule.id }))
  return { policy: canonicalPolicy(policy), tables, matches: { ...columns, hows: named } }
}

interface Destination {
  readonly sha256: Sha256
  readonly tree: ResultTree
  /** Called with lines, about 256 KB at a time. */
  readonly take: (lines: Uint8Array) => void
}

/** Writes the lines of matches, and adds them to the tree. Returns how many have each confidence. */
export function writeMatchesAside(
  { policy, tables, matches: { hows, ...columns } }: MatchesAside,
  { sha256, tree, take }: Destination,
): ConfidenceCounts {
  const compiled = compileRules(readPolicy(policy))
  if (!compiled.ok) throw new Error('The rules of a run compile')
  const [source, target] = [tableOf(tables.source), tableOf(tables.target)]
  const rules = compiled.policy.compiled
    .filter(({ rule }) => rule.enabled)
    .map((rule) => bindRule(rule, { source, target }))
  const residualOf = { source: new Map(), target: new Map() }
  const run = { source: { table: source }, target: { table: target }, rules, residualOf }
  const matches = matchListOf({ ...columns, hows: hows.map((how) => ({ ...how, rule: ruleOf(rules, how.rule) })) })
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const artifact = createArtifactWriter(sha256, {
    tree,
    takeChunk({ bytes }) {
      take(bytes)
      return true
    },
  })
  const confidence = finish(writeMatches(run, { artifact, matches, settled, differences, pace: uninterrupted }))
  artifact.finish()
  return confidence
}

function ruleOf(rules: readonly BoundRule[], id: string): BoundRule {
  const found = rules.find(({ compiled }) => compiled.rule.id === id)
  if (found === undefined) throw new Error(`No rule ${id} is enabled`)
  return found
}
