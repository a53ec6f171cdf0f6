import { at } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import type { JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import type { ReconcileResult } from '../reconcile.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { isDecided } from '../result/decided-line.ts'
import { idsOfSide } from '../result/line.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { GraphBuilder } from './graph-builder.ts'
import { type ItemLine, linesOfView } from './result-lines.ts'

interface PassInput {
  readonly policy: CompiledPolicy
  readonly outcome: ReconcileResult
  /** The ids of each side's records, sorted by UTF-8 bytes. */
  readonly ids: BySide<readonly string[]>
  readonly hash: (value: JsonValue) => string
  readonly sha256: Sha256
}

export interface PassNodes {
  /** The nodes of the records that the last pass left open; without passes, of all records of both sides. */
  readonly open: readonly string[]
  readonly claims: readonly string[]
  readonly exclusions: readonly string[]
  readonly nettings: readonly string[]
}

/**
 * Adds a node for each pass, for what it claimed and for the records that it left open. Requires the nodes `engine`,
 * `policy`, `records:source` and `records:target`. Throws where the lines of the outcome contradict its passes.
 */
export function addPasses(graph: GraphBuilder, { policy, outcome, ids, hash, sha256 }: PassInput): PassNodes {
  const claimed = readClaims(outcome)
  const byHand = addDecisions(graph, claimed.byHand, sha256)
  const ruleNames = new Map(policy.rules.map(({ id, name }) => [id, name]))
  const claims: string[] = []
  const exclusions: string[] = []
  const nettings: string[] = []
  const nettingRules = new Set(policy.rules.filter(({ side }) => side !== undefined).map(({ id }) => id))
  let before: readonly string[] = ['records:source', 'records:target', ...byHand]
  for (const [position, { rule, action, ...counts }] of outcome.passes.entries()) {
    const number = position + 1
    const suffix = `${number}:${rule}`
    const origin = { generatedBy: `pass:${suffix}`, derivedFrom: before }
    graph.addActivity(`pass:${suffix}`, `Pass ${number}: ${ruleNames.get(rule) ?? rule}`, {
      counts,
      used: [...before, 'policy'],
      associatedWith: ['engine'],
    })
    const own = at(claimed.byPass, position)
    graph.addEntity(`claims:${suffix}`, `Claims of ${number}`, {
      hash: rootOfLines(sha256, own.lines),
      counts: own.counts,
      ...origin,
    })
    const openIds = (side: Side) =>
      claimed.withResiduals(ids[side], side, position).filter((id) => !claimed.isClaimed(side, id, position))
    const [source, target] = [openIds('source'), openIds('target')]
    if (source.length !== counts.leftSource || target.length !== counts.leftTarget)
      throw new Error(`Graph: the lines and the counts of pass ${number} leave different records open`)
    graph.addEntity(`open:${suffix}`, `Open after ${number}`, {
      hash: hash([source, target]),
      counts: { source: source.length, target: target.length },
      ...origin,
    })
    claims.push(`claims:${suffix}`)
    if (action === 'exclude') exclusions.push(`claims:${suffix}`)
    if (nettingRules.has(rule)) nettings.push(`claims:${suffix}`)
    before = [`open:${suffix}`]
  }
  return { open: before, claims: [...byHand, ...claims], exclusions, nettings }
}

/** Adds what decisions matched before the first rule. */
function addDecisions(graph: GraphBuilder, { lines, counts }: PassClaims, sha256: Sha256): readonly string[] {
  if (lines.length === 0) return []
  graph.addActivity('decisions', 'Matches by hand', {
    counts,
    used: ['records:source', 'records:target', ...(graph.has('instructions') ? ['instructions'] : [])],
    associatedWith: ['engine'],
  })
  graph.addEntity('claims:decisions', 'Claims of decisions', {
    hash: rootOfLines(sha256, lines),
    counts,
    generatedBy: 'decisions',
    derivedFrom: ['records:source', 'records:target'],
  })
  return ['claims:decisions']
}

interface PassClaims {
  readonly lines: string[]
  readonly counts: { matches: number; suggestions: number; excluded: number; netted: number }
}

interface Claims {
  readonly byPass: readonly PassClaims[]
  readonly byHand: PassClaims
  /** Whether a match, exclusion or netted line of the pass at `position` or an earlier one has the record. */
  isClaimed(side: Side, id: string, position: number): boolean
  withResiduals(ids: readonly string[], side: Side, position: number): readonly string[]
}

/** Sorts the lines of an outcome by their passes. O(lines). Throws on a line of a rule without a pass. */
function readClaims({ chunks, passes }: ReconcileResult): Claims {
  const noClaims = (): PassClaims => ({ lines: [], counts: { matches: 0, suggestions: 0, excluded: 0, netted: 0 } })
  const byRule = new Map(passes.map(({ rule }, position) => [rule, { position, claims: noClaims() }]))
  const byHand = { position: -1, claims: noClaims() }
  const residuals: { readonly side: Side; readonly id: string; readonly position: number }[] = []
  const positions = { source: new Map<string, number>(), target: new Map<string, number>() }
  for (const view of ['matches', 'suggestions', 'excluded', 'netted'] as const) {
    for (const text of linesOfView(chunks, view)) {
      const line: Exclude<ItemLine, { readonly kind: 'break' }> = JSON.parse(text)
      const pass = isDecided(line) ? byHand : byRule.get(line.rule)
      if (pass === undefined) throw new Error(`Graph: no pass has the rule ${line.rule}`)
      pass.claims.lines.push(text)
      pass.claims.counts[view] += 1
      if (view === 'suggestions') continue
      if (line.kind === 'match' && line.residual !== undefined)
        residuals.push({ ...line.residual, position: pass.position })
      for (const side of sides) for (const id of idsOfSide(line, side)) positions[side].set(id, pass.position)
    }
  }
  return {
    byPass: [...byRule.values()].map(({ claims }) => claims),
    byHand: byHand.claims,
    withResiduals(ids, side, position) {
      const made = residuals.filter((residual) => residual.side === side && residual.position <= position)
      return made.length === 0 ? ids : [...ids, ...made.map(({ id }) => id)].sort(compareUtf8)
    },
    isClaimed(side, id, position) {
      const claimedAt = positions[side].get(id)
      return claimedAt !== undefined && claimedAt <= position
    },
  }
}
