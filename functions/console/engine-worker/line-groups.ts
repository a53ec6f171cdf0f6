import { at, numberAt } from '@tallystick/engine/base'
import type { BySide } from '@tallystick/engine/record'
import { breakHints, breakReasons, causeKinds } from '@tallystick/engine/result'
import { createSums, lineFiguresOf, recordsOfLine } from './line-figures.ts'
import type { GroupName, LineGroup } from './line-types.ts'
import { linesOfView, type OpenRun } from './open-run-lines.ts'
import { figuresOf } from './record-figures.ts'
import type { ViewFacts } from './view-facts.ts'

/** The lines of a list by group: `order` has those of open groups, one group after the other. */
export interface GroupedLines {
  readonly order: Int32Array
  readonly groups: readonly LineGroup[]
}

interface Grouping {
  readonly openRun: OpenRun
  readonly facts: Pick<ViewFacts, 'groupPlaces' | 'groups'>
  /** The lines that pass the filter, in their order, which they keep inside each group. */
  readonly passing: Int32Array
  readonly openGroups: readonly string[] | null
}

/** Explained causes come first, then reasons in the order of the engine’s lists. O(lines). */
export function groupLines({ openRun, facts, passing, openGroups }: Grouping): GroupedLines {
  const positionsByPlace = Map.groupBy(passing, (position) => numberAt(facts.groupPlaces, position))
  const tally = tallyOf(openRun)
  // There is no choice among groups where there is only one.
  const areAllOpen = openGroups === null || positionsByPlace.size === 1
  const parts = [...positionsByPlace]
    .map(([place, positions]) => ({ name: at(facts.groups, place), positions }))
    .sort((left, right) => compareNames(left.name, right.name))
    .map(({ name, positions }) => ({
      positions,
      group: { ...name, ...tally(positions), isOpen: areAllOpen || openGroups.includes(name.key) },
    }))
  const open = parts.filter(({ group }) => group.isOpen)
  return {
    order: Int32Array.from(open.flatMap(({ positions }) => positions)),
    groups: parts.map(({ group }) => group),
  }
}

const ranksOf = ({ reason, hint, cause }: GroupName): readonly number[] => [
  cause === null ? causeKinds.length : causeKinds.indexOf(cause.kind),
  breakReasons.indexOf(reason),
  hint == null ? breakHints.length : breakHints.indexOf(hint),
]

function compareNames(left: GroupName, right: GroupName): number {
  const [own, other] = [ranksOf(left), ranksOf(right)]
  const differing = own.findIndex((rank, index) => rank !== other[index])
  if (differing >= 0) return at(own, differing) - at(other, differing)
  return left.key < right.key ? -1 : 1
}

function tallyOf(openRun: OpenRun): (positions: readonly number[]) => Omit<LineGroup, keyof GroupName | 'isOpen'> {
  const lines = linesOfView(openRun, 'breaks')
  const figures = figuresOf(openRun)
  return (positions) => {
    const sums: BySide<ReturnType<typeof createSums>> = { source: createSums(), target: createSums() }
    const differences = createSums()
    for (const position of positions) {
      const line = lines.lineAt(position)
      const found = lineFiguresOf(line, recordsOfLine(line, figures), openRun.policy)
      for (const side of ['source', 'target'] as const) {
        const sum = found.sums[side]
        if (sum !== undefined) sums[side].add(sum.currency, sum.amount)
      }
      if (line.kind === 'break' && line.difference !== undefined) differences.add(found.currency, found.amount)
    }
    return {
      count: positions.length,
      sums: { source: sums.source.amounts(), target: sums.target.amounts() },
      differences: differences.amounts(),
    }
  }
}
