import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { componentsOf, type Edge, recordsOf, threeEach } from './closest.ts'
import { type Comparison, isCandidate } from './comparison.ts'
import { takesPart } from './filters.ts'
import { isOneCurrency } from './group.ts'
import { areApart } from './kept-apart.ts'
import { keysIn } from './listed-keys.ts'
import { partakers } from './nodes.ts'
import { anchorSide, bySide } from './subset-solutions.ts'
import { compareSums, type Sum, sumOf, sumOfRecord } from './sums.ts'
import { compareText } from './text.ts'
import { otherSide } from './values.ts'
import { byId, claim, type Finding, find, idsOf, type Policy, type Records, type World } from './world.ts'

/** `op: "listed"`: the text of the 1-side names the keys of the records of the n side. */

/** A record of the 1-side and the open records that it lists and that meet every other criterion. */
interface Group {
  readonly anchor: CanonicalRecord
  readonly members: Records
  /** Set where another text has taken a record that this one lists. */
  readonly isBroken?: boolean
}

const listedOf = ({ comparisons }: Policy): Comparison | undefined =>
  comparisons.find(({ criterion }) => criterion.op === 'listed')

/** Whether the records of a rule's 1-side list those of its n side. */
export const isListed = (policy: Policy): boolean => listedOf(policy) !== undefined

export function claimListed(world: World, policy: Policy, sum: Sum): void {
  const side = anchorSide(policy)
  const open = (own: typeof side): Records =>
    byId(partakers(world, policy, own)).filter((record) => sumOfRecord(sum, own, record) !== undefined)
  const items = open(otherSide(side))
  const groups = open(side)
    .map((anchor): Group => ({ anchor, members: items.filter((item) => holds(policy, anchor, item)) }))
    .filter(({ members, anchor }) => members.length > 0 && !areApart(world, [anchor, ...members]))
  const left = takeFitting(world, policy, { groups, sum })
  const users = (record: CanonicalRecord): number => left.filter(({ members }) => members.includes(record)).length
  const nodes = new Map([...left.map(({ anchor }) => anchor), ...items].map((each) => [each, { records: [each] }]))
  const nodeOf = (record: CanonicalRecord) => nodes.get(record) ?? { records: [record] }
  const edges = left.flatMap(({ anchor, members }) =>
    members.map((member): Edge => ({ ...bySide(policy, nodeOf(anchor), nodeOf(member)), rank: [] })),
  )
  const isShared = ({ members }: Group): boolean => members.some((member) => users(member) > 1)
  for (const group of left) if (!isShared(group)) settle(world, policy, { ...group, sum })
  const tied = left.filter(isShared)
  if (policy.rule.action === 'suggest') {
    if (policy.rule.ambiguous !== 'drop') suggestTied(world, policy, { tied, sum })
  } else {
    for (const component of componentsOf(edges)) {
      const records = recordsOf(component)
      if (records[side].length < 2) continue
      find(world, policy, { reason: 'ambiguous', ...records, candidates: threeEach(component) })
    }
  }
}

function holds(policy: Policy, anchor: CanonicalRecord, item: CanonicalRecord): boolean {
  const { source, target } = bySide(policy, anchor, item)
  return isCandidate(policy.comparisons, source, target)
}

/** Of texts that share a record, those take theirs that add up and share none with another that adds up. */
function takeFitting(
  world: World,
  policy: Policy,
  { groups, sum }: { readonly groups: readonly Group[]; readonly sum: Sum },
): Group[] {
  const share = (one: Group, other: Group): boolean => one.members.some((member) => other.members.includes(member))
  const fits = groups.filter((group) => isOneCurrency(group.members) && agrees(world, policy, { ...group, sum }))
  const isTaking = (group: Group): boolean =>
    fits.includes(group) &&
    groups.some((other) => other !== group && share(group, other)) &&
    !fits.some((other) => other !== group && share(group, other))
  const taking = groups.filter(isTaking)
  const taken = new Set(taking.flatMap(({ members }) => members))
  for (const { anchor, members } of taking)
    claim(world, policy, { ...bySide<Records>(policy, [anchor], members), interchangeable: false, ambiguous: false })
  return groups
    .filter((group) => !taking.includes(group))
    .map(({ anchor, members }) => ({
      anchor,
      members: members.filter((member) => !taken.has(member)),
      isBroken: members.some((member) => taken.has(member)),
    }))
    .filter(({ members }) => members.length > 0)
}

function settle(world: World, policy: Policy, { anchor, members, isBroken, sum }: Group & { readonly sum: Sum }): void {
  if (!isOneCurrency(members)) return
  const records = bySide<Records>(policy, [anchor], members)
  if (!isBroken && agrees(world, policy, { anchor, members, sum }))
    claim(world, policy, { ...records, interchangeable: false, ambiguous: false })
  else if (policy.rule.action === 'match') find(world, policy, { reason: 'sum_mismatch', ...records, candidates: [] })
}

/** Every key that counts has a member, and the sums agree. */
function agrees(world: World, policy: Policy, { anchor, members, sum }: Group & { readonly sum: Sum }): boolean {
  const { source, target } = bySide<Records>(policy, [anchor], members)
  const totals = { source: sumOf(sum, 'source', source), target: sumOf(sum, 'target', target) }
  const isWhole = countedKeys(world, policy, anchor).every((key) => members.some((each) => keyOf(policy, each) === key))
  return isWhole && compareSums(sum, totals).holds
}

/** To one anchor after another, by id, its records, while none of them is in three suggestions already. */
function suggestTied(
  world: World,
  policy: Policy,
  { tied, sum }: { readonly tied: readonly Group[]; readonly sum: Sum },
): void {
  const counts = new Map<CanonicalRecord, number>()
  for (const anchor of byId(tied.map((group) => group.anchor))) {
    const { members = [], isBroken } = tied.find((group) => group.anchor === anchor) ?? {}
    const isFull = members.some((member) => (counts.get(member) ?? 0) >= 3)
    if (isFull || isBroken || !isOneCurrency(members) || !agrees(world, policy, { anchor, members, sum })) continue
    claim(world, policy, { ...bySide<Records>(policy, [anchor], members), interchangeable: false, ambiguous: true })
    for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  }
}

const keyOf = (policy: Policy, item: CanonicalRecord): string =>
  String(listedOf(policy)?.valueOf(otherSide(anchorSide(policy)), item))

/** The keys of an anchor's text; of those without a mask the ones that any record of the n side has that takes part. */
function countedKeys({ all }: World, policy: Policy, anchor: CanonicalRecord): string[] {
  const listed = listedOf(policy)
  const keys = keysIn(String(listed?.valueOf(anchorSide(policy), anchor)), listed?.criterion.mask)
  if (listed?.criterion.mask !== undefined) return keys
  const side = otherSide(anchorSide(policy))
  const items = all[side].filter((item) => takesPart(policy.rule, side, item))
  return keys.filter((key) => items.some((item) => listed?.valueOf(side, item) === key))
}

type Listed = { readonly found: string[]; readonly missing: string[]; readonly taken: string[] }

/** `{ listed }` of a group whose sums do not agree or that is not whole: what was found, is missing, or was taken. */
export function listedMember(world: World, finding: Finding): { readonly listed?: Listed } {
  const { policy } = finding
  const side = anchorSide(policy)
  const [anchor] = finding[side]
  if (finding.reason !== 'sum_mismatch' || anchor === undefined || listedOf(policy) === undefined) return {}
  const found = finding[otherSide(side)]
  const matched = world.matches.flatMap((match) => match[otherSide(side)])
  const isTaken = (item: CanonicalRecord): boolean =>
    takesPart(policy.rule, otherSide(side), item) && holds(policy, anchor, item)
  const takenOf = (key: string): Records =>
    byId(matched.filter((item) => keyOf(policy, item) === key && isTaken(item))).slice(0, 3)
  const keys = countedKeys(world, policy, anchor)
  const missing = keys.filter((key) => takenOf(key).length === 0 && !found.some((item) => keyOf(policy, item) === key))
  return {
    listed: { found: idsOf(found), missing: missing.sort(compareText), taken: idsOf(keys.flatMap(takenOf)) },
  }
}
