import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Counts, MatchFound } from '../contenders/job.ts'
import { type RuleId, ruleIds } from './rules.ts'

/** How much of the truth a rule found. */
export interface RuleQuality {
  readonly rule: RuleId
  readonly found: number
  /** Matches that are in the truth under this rule. */
  readonly right: number
  readonly wanted: number
}

/** Share of a rule's matches that are right; 1 where it has none. */
export const precisionOf = ({ right, found }: RuleQuality): number => (found === 0 ? 1 : right / found)
/** Share of the wanted matches that were found; 1 where none was wanted. */
export const recallOf = ({ right, wanted }: RuleQuality): number => (wanted === 0 ? 1 : right / wanted)

/** The number of matches by rule in a file with one line each; lines of other kinds are passed over. */
export async function countMatches(path: string): Promise<Counts> {
  const counts = createCounts()
  for await (const { rule } of readMatches(path)) if (isRuleId(rule)) counts[rule] += 1
  return counts
}

/** Compares the matches in a file with the truth in another. Throws for a rule that is none of the job's. */
export async function judgeMatches(path: string, truthPath: string): Promise<readonly RuleQuality[]> {
  const [right, found, wanted] = [createCounts(), createCounts(), createCounts()]
  const ruleByIds = new Map<string, string>()
  for await (const match of readMatches(truthPath)) {
    ruleByIds.set(idsOf(match), match.rule)
    if (isRuleId(match.rule)) wanted[match.rule] += 1
  }
  for await (const match of readMatches(path)) {
    if (!isRuleId(match.rule)) throw new Error(`Got a match of ${match.rule}, wanted one of ${ruleIds.join(', ')}`)
    found[match.rule] += 1
    if (ruleByIds.get(idsOf(match)) === match.rule) right[match.rule] += 1
    // A match that is told twice is right once.
    ruleByIds.delete(idsOf(match))
  }
  return ruleIds.map((rule) => ({ rule, found: found[rule], right: right[rule], wanted: wanted[rule] }))
}

const isRuleId = (rule: string): rule is RuleId => ruleIds.some((each) => each === rule)

const createCounts = (): { [rule in RuleId]: number } => ({ exact: 0, fee: 0, 'typing-error': 0, payout: 0, late: 0 })

const idsOf = ({ source, target }: MatchFound): string =>
  `${source.toSorted().join(' ')}|${target.toSorted().join(' ')}`

async function* readMatches(path: string): AsyncGenerator<MatchFound> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const parsed: Partial<MatchFound> & { readonly kind?: string } = JSON.parse(line)
    const { kind = 'match', rule, source, target } = parsed
    if (kind === 'match' && rule && source && target) yield { rule, source, target }
  }
}
