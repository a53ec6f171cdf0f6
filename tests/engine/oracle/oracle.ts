import { canonicalize } from '../../../engine/base/canonical.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { leafHashOf } from '../support/lines.ts'
import { breaksOf, withIds } from './breaks.ts'
import { effectiveRules } from './effective.ts'
import { decidedLine, obey } from './instructed.ts'
import { matchLine } from './match-lines.ts'
import type { OracleCase } from './oracle-case.ts'
import { openSuggestions } from './suggestions.ts'
import { compareTexts } from './text.ts'
import { differencesOf, totalsLine } from './totals.ts'
import { sides } from './values.ts'
import { runRules } from './waterfall.ts'
import { createWorld, idsOf, type Line, type Match, type World } from './world.ts'

/**
 * The rule language and the lines of a result over a handful of records, by loops over objects: written from
 * their specification, to be compared with what the engine says. Every line after the header, without the newline.
 */
export function reconcileNaively(given: OracleCase): string[] {
  const { source, target, rules, limits } = given
  const reference = rules.referenceData
  const world = { ...createWorld(source, target, { rules: effectiveRules(rules), reference }), limits }
  obey(world, given)
  runRules(world)
  const matches = world.matches.map((match) => ({ match, line: lineOf(world, match), prefix: 'mat' }))
  const nettings = world.nettings.map((match) => ({ match, line: nettedLine(world, match), prefix: 'net' }))
  const ids = new Map(
    [...matches, ...nettings].map(({ match, line, prefix }) => [
      match,
      `${prefix}_${leafHashOf(canonicalize(line)).slice(0, 26)}`,
    ]),
  )
  const suggestions = openSuggestions(world).map((each) => matchLine(world, each))
  const totals = totalsLine(world)
  const breaks = breaksOf(world, (match: Match) => ids.get(match) ?? '')
  const lines = [
    ...sorted(matches.filter(({ match }) => match.decided).map(({ line }) => line)),
    ...sorted(matches.filter(({ match }) => !match.decided).map(({ line }) => line)),
    ...sorted(suggestions),
    ...sorted(breaks.map((each) => markSuggested(withIds(each), suggestions))),
    ...excludedLines(world),
    ...sides.flatMap((side) =>
      nettedBy(
        nettings.map(({ line }) => line),
        side,
      ),
    ),
    totals,
  ]
  return lines.map(canonicalize)
}

const lineOf = (world: World, match: Match): Line =>
  match.decided ? decidedLine(match, differencesOf(world, match).turned.size > 0) : matchLine(world, match)

/** By (source ids, target ids), those without a source record last. */
const sorted = (lines: readonly Line[]): Line[] =>
  [...lines].sort((a, b) => {
    const [own, other] = [idsIn(a, 'source'), idsIn(b, 'source')]
    if (own.length === 0 || other.length === 0)
      return other.length - own.length || compareTexts(idsIn(a, 'target'), idsIn(b, 'target'))
    return compareTexts(own, other) || compareTexts(idsIn(a, 'target'), idsIn(b, 'target'))
  })

const idsIn = (line: Line, side: 'source' | 'target'): string[] => listIn(line, side)

function listIn(line: Line, member: string): string[] {
  const ids = line[member]
  return Array.isArray(ids) ? ids.map(String) : []
}

/** An open break of a record that is suggested says so. */
function markSuggested(line: Line, suggestions: readonly Line[]): Line {
  const isSuggested = sides.some((side) =>
    suggestions.some((suggestion) => idsIn(suggestion, side).some((id) => idsIn(line, side).includes(id))),
  )
  return isSuggested ? { ...line, suggested: true } : line
}

/** A match of a netting rule: the records of one side together. */
function nettedLine(world: World, match: Match): Line {
  const { kind, source, target, ...rest } = matchLine(world, match)
  const { side = 'source' } = match.policy.rule
  return { ...rest, kind: 'netted', side, records: idsOf([...match.source, ...match.target]) }
}

/** Those of a side, by their ids. */
const nettedBy = (lines: readonly Line[], side: string): Line[] =>
  lines.filter((line) => line['side'] === side).sort((a, b) => compareTexts(listIn(a, 'records'), listIn(b, 'records')))

/** By (side, id), source first. */
const excludedLines = ({ exclusions }: World): Line[] =>
  sides.flatMap((side) => {
    const own = exclusions.filter((each) => each.side === side)
    return idsOf(own.map(({ record }): CanonicalRecord => record)).map((id): Line => {
      const rule = own.find(({ record }) => record.id === id)?.rule
      return { kind: 'excluded', rule: rule?.id ?? '', [side]: [id] }
    })
  })
