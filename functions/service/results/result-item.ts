import { at } from '@tallystick/engine/base'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { Side } from '@tallystick/engine/record'
import {
  type BreakLine,
  type DecidedLine,
  type ExcludedLine,
  idOfLine,
  type MatchLine,
  type NettedLine,
  type RunSummary,
} from '@tallystick/engine/result'
import type { ResultTotals } from '@tallystick/schema/result'
import type {
  ResultBreak,
  ResultExclusion,
  ResultItem,
  ResultMatch,
  ResultNetting,
} from '@tallystick/schema/result-item'
import { sha256 } from '../platform/hasher.ts'
import { evidenceOf, type RuleView } from './match-evidence.ts'

export interface ItemContext {
  readonly rules: ReadonlyMap<string, RuleView>
  /** The run's `completedAt`. */
  readonly matchedAt: string
  readonly auditTrailId: string
}

export type ItemLine = MatchLine | DecidedLine | BreakLine | ExcludedLine | NettedLine

/** A stored line as an item of the reconciliation response, with the leaf hash of the line. */
export function itemOf(line: string, context: ItemContext): ResultItem {
  const parsed: ItemLine = JSON.parse(line)
  const hash = hashOfLine(sha256, line)
  if ('decision' in parsed) return decidedOf(parsed, { hash, ...context })
  if (parsed.kind === 'break') return breakOf(parsed, hash)
  if (parsed.kind === 'excluded') return exclusionOf(parsed, hash)
  return parsed.kind === 'netted' ? nettingOf(parsed, { hash, ...context }) : matchOf(parsed, { hash, ...context })
}

/** `aud_` and the first 26 characters of the result root. */
export const auditTrailIdOf = (resultRoot: string): string => `aud_${resultRoot.slice(0, 26)}`

/** Records that a rule excluded or netted are not counted. */
export const totalsOf = (summary: RunSummary, resultRoot: string): ResultTotals => ({
  total_matches: summary.matchCount,
  matched_count: summary.source.matched,
  unmatched_count: summary.source.open + summary.target.open,
  confidence_breakdown: { ...summary.confidence },
  audit_trail_id: auditTrailIdOf(resultRoot),
})

/** Records that a decision matched: no rule compared them. */
const decidedOf = (
  line: DecidedLine,
  { hash, matchedAt, auditTrailId }: ItemContext & { readonly hash: string },
): ResultMatch => ({
  id: idOfLine(line.kind, hash),
  ...transactionsOf('source', line.source ?? []),
  ...transactionsOf('target', line.target ?? []),
  decision: line.decision,
  rule_used: line.rule,
  rule_id: line.rule,
  matched_at: matchedAt,
  evidence: [],
  audit_trail_id: auditTrailId,
  deterministic_hash: hash,
  ...present({ variance: line.variance, turned: line.turned }),
  ...(line.residual && { residual: residualOf(line.residual) }),
})

/** The first id of a side, and all of them where there are several; nothing for a side without records. */
const transactionsOf = (side: Side, ids: readonly string[]) => ({
  ...(ids.length > 0 && { [`${side}_transaction_id`]: at(ids, 0) }),
  ...(ids.length > 1 && { [`${side}_transaction_ids`]: [...ids] }),
})

function matchOf(line: MatchLine, context: ItemContext & { readonly hash: string }): ResultMatch {
  const isSuggestion = line.kind === 'suggestion'
  return {
    id: idOfLine(line.kind, context.hash),
    ...transactionsOf('source', line.source),
    ...transactionsOf('target', line.target),
    ...foundBy(line, context),
    ...(isSuggestion && { action: 'suggest' }),
    ...distancesOf(line),
    ...present({ turned: line.turned, converted: line.converted }),
    ...(line.residual && { residual: residualOf(line.residual) }),
  }
}

const residualOf = ({ side, id, amount }: NonNullable<MatchLine['residual']>) => ({ side, transaction_id: id, amount })

const nettingOf = (line: NettedLine, context: ItemContext & { readonly hash: string }): ResultNetting => ({
  id: idOfLine(line.kind, context.hash),
  side: line.side,
  transaction_ids: [...line.records],
  ...foundBy(line, context),
  ...distancesOf(line),
})

function foundBy(line: MatchLine | NettedLine, context: ItemContext & { readonly hash: string }) {
  const rule = context.rules.get(line.rule)
  if (rule === undefined) throw new Error(`A match names the rule ${line.rule}, which the run does not have`)
  return {
    confidence: line.confidence,
    rule_used: rule.name,
    rule_id: line.rule,
    matched_at: context.matchedAt,
    evidence: evidenceOf(line, rule.criteria),
    audit_trail_id: context.auditTrailId,
    deterministic_hash: context.hash,
  }
}

const distancesOf = (line: MatchLine | NettedLine) => ({
  ...present({ difference: line.difference, days: line.days, similarity: line.similarity, variance: line.variance }),
  ...present({ interchangeable: line.interchangeable, ambiguous: line.ambiguous }),
})

function breakOf(line: BreakLine, hash: string): ResultBreak {
  return {
    id: idOfLine(line.kind, hash),
    reason: line.reason,
    source_transaction_ids: [...(line.source ?? [])],
    target_transaction_ids: [...(line.target ?? [])],
    ...present({ difference: line.difference, days: line.days }),
    ...(line.failed && { failed: failedOf(line.failed) }),
    ...present({ hint: line.hint }),
    ...(line.candidates && { candidates: line.candidates.map(candidateOf) }),
    ...present({ total: line.total }),
    ...(line.taken && { taken: line.taken.map(candidateOf) }),
    ...(line.listed && { listed: copyOf(line.listed) }),
    ...(line.partOf && { part_of: partOf(line.partOf) }),
    ...present({ cause: line.cause && { ...line.cause } }),
    ...present({ counts: line.counts, likely: line.likely, repeats: line.repeats && [...line.repeats] }),
    ...present({ suggested: line.suggested }),
    ...present({ group: line.group, work: line.work && { ...line.work } }),
    deterministic_hash: hash,
  }
}

const partOf = ({ side, id, total, difference }: NonNullable<BreakLine['partOf']>) => ({
  side,
  transaction_id: id,
  total,
  difference,
})

const failedOf = ({
  rule,
  field,
  code,
  needs,
}: NonNullable<BreakLine['failed']>): NonNullable<ResultBreak['failed']> => ({
  rule_id: rule,
  ...present({ field, code, needs: needs && { ...needs } }),
})

type Candidate = NonNullable<BreakLine['candidates']>[number]

const candidateOf = ({ source, target, side, difference, days, takenBy }: Candidate) => ({
  source_transaction_id: source,
  target_transaction_id: target,
  ...present({ side, difference, days, taken_by: takenBy }),
})

const copyOf = ({ found, missing, taken }: NonNullable<BreakLine['listed']>): NonNullable<ResultBreak['listed']> => ({
  found: [...found],
  missing: [...missing],
  taken: [...taken],
})

const exclusionOf = (line: ExcludedLine, hash: string): ResultExclusion => ({
  id: idOfLine(line.kind, hash),
  rule_id: line.rule,
  source_transaction_ids: [...(line.source ?? [])],
  target_transaction_ids: [...(line.target ?? [])],
  deterministic_hash: hash,
})

/** Leaves out members without a value. */
function present<Members extends object>(members: Members): Present<Members> {
  const defined: Present<Members> = {}
  for (const name in members) if (members[name] !== undefined) Object.assign(defined, { [name]: members[name] })
  return defined
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }
