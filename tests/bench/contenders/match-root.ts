import { createHash, hash } from 'node:crypto'
import type { RuleId } from '../waterfall/rules.ts'
import type { Counts } from './job.ts'
import { matchLine, type PeerResult } from './peer-program.ts'

/**
 * The matches of a rule in the order of their first source records' places: the ids of the source, a list where there may
 * be several, and at the same index the id of the target.
 */
export interface RuleMatches {
  readonly rule: RuleId
  readonly sources: readonly (string | readonly string[])[]
  readonly targets: readonly string[]
}

/** Hashes that go into the root at once. */
const leavesPerUpdate = 1024

/** The result of a peer that makes and hashes its lines in JavaScript. */
export function resultOf(found: readonly RuleMatches[]): PeerResult {
  const root = createHash('sha256')
  let leaves: string[] = []
  for (const line of linesOf(found)) {
    leaves.push(hash('sha256', line))
    if (leaves.length < leavesPerUpdate) continue
    root.update(leaves.join(''))
    leaves = []
  }
  const countOf = (rule: RuleId): number => found.find((each) => each.rule === rule)?.targets.length ?? 0
  const counts: Counts = {
    exact: countOf('exact'),
    fee: countOf('fee'),
    'typing-error': countOf('typing-error'),
    payout: countOf('payout'),
    late: countOf('late'),
  }
  return { counts, root: root.update(leaves.join('')).digest('hex'), lines: () => linesOf(found) }
}

function* linesOf(found: readonly RuleMatches[]): Generator<string> {
  for (const { rule, sources, targets } of found) {
    for (const [index, source] of sources.entries()) {
      yield matchLine(rule, typeof source === 'string' ? source : source.join('","'), targets[index] ?? '')
    }
  }
}

/** The matches of a sum, from its pairs of a member and the target in the order of the members' places. */
export function sumMatches(pairs: Iterable<readonly [source: string, target: string]>): Omit<RuleMatches, 'rule'> {
  const membersByTarget = new Map<string, string[]>()
  for (const [source, target] of pairs) {
    const members = membersByTarget.get(target)
    if (members === undefined) membersByTarget.set(target, [source])
    else members.push(source)
  }
  return {
    sources: [...membersByTarget.values()].map((members) => members.sort()),
    targets: [...membersByTarget.keys()],
  }
}
