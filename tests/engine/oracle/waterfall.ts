import { hideLargeBlocks } from './block-limits.ts'
import { chooseClosest } from './closest.ts'
import { takesPart } from './filters.ts'
import { claimGroups } from './group.ts'
import { claimListed, isListed } from './listed.ts'
import { chooseMost } from './most.ts'
import { openRests } from './residuals.ts'
import { claimSubsets } from './subset.ts'
import { sides } from './values.ts'
import { metBy, type Policy, type World } from './world.ts'

/** Runs the enabled rules in order; each takes from the records that are still open. */
export function runRules(world: World): void {
  for (const policy of world.policies) {
    if (policy.rule.action === 'exclude') exclude(world, policy)
    else {
      hideLargeBlocks(world, policy)
      claimBy(world, policy)
    }
  }
}

/** A side without filters is not meant. */
function exclude(world: World, { rule }: Policy): void {
  for (const side of sides) {
    if (!rule.where?.[side]?.length) continue
    for (const record of [...world.open[side]]) {
      if (!takesPart(rule, side, record)) continue
      world.open[side].delete(record)
      world.exclusions.push({ rule, side, record })
    }
  }
}

function claimBy(all: World, policy: Policy): void {
  const world = metBy(all, policy)
  const before = all.matches.length
  choose(world, policy)
  openRests(all, policy, all.matches.slice(before))
}

function choose(world: World, policy: Policy): void {
  const { cardinality, sum, select, assign } = policy.rule
  if (assign === 'most') chooseMost(world, policy)
  else if (!sum || cardinality === '1:1') chooseClosest(world, policy)
  else if (isListed(policy)) claimListed(world, policy, sum)
  else if (select === 'subset') claimSubsets(world, policy, sum)
  else claimGroups(world, policy, sum)
}
