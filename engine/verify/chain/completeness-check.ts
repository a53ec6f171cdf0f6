import { at } from '../../base/at.ts'
import { canonicalize, type JsonValue } from '../../base/canonical.ts'
import { hasOnlyMembers, isCount, isHash, isObject, isText, type ValueTest } from '../../base/json-shape.ts'
import { engineVersion } from '../../base/version.ts'
import type { Receipt } from '../../log/receipt.ts'
import { sides } from '../../record/side.ts'
import { partKinds, type SidePart } from '../../result/header-side.ts'
import type { ChainInput } from './chain-input.ts'
import type { PartRoots } from './part-roots.ts'
import type { ReadArtifacts } from './read-artifacts.ts'
import { summaryFault } from './summary-audit.ts'
import { fails, holds, notJudged, notProven, type Verdict } from './verdict.ts'

interface EarlierChecks {
  readonly areArtifactsSealed: boolean
  readonly isPolicySealed: boolean
  /** Undefined where the receipt's line is not the line in the log. */
  readonly receipt: Receipt | undefined
}

/**
 * The check `completeness`: the result names these datasets and rules; every record is in exactly one match, break,
 * exclusion or netted line; the totals add up; and the run's summary agrees with the lines.
 */
export function checkCompleteness(input: ChainInput, read: ReadArtifacts, earlier: EarlierChecks): Verdict {
  if (input.deleted !== undefined) return notProven('records of the run were deleted.')
  if (!earlier.areArtifactsSealed) return notJudged('the lines are not those that were sealed.')
  const { audit, tallies, rules } = read
  const engine = audit.header()?.['engine']
  if (isText(engine) && isOfRun(engine, input, earlier.receipt) && engine !== engineVersion)
    return notJudged(`the result is of engine ${engine}, which only a program of that version can check.`)
  const fault =
    tallies.source.fault() ??
    tallies.target.fault() ??
    repeatFault(read) ??
    audit.finish() ??
    headerFault(input, read, earlier.receipt) ??
    (earlier.isPolicySealed ? audit.ruleFault() : undefined)
  if (fault !== undefined) return fails({ expected: null, actual: null }, `${fault}.`)
  const wrong = summaryFault(input.run.summary, {
    audit,
    tallies,
    ...(earlier.isPolicySealed && rules !== undefined && { rules }),
  })
  if (wrong !== undefined)
    return fails(wrong, `The run’s summary has another ${wrong.member} than the lines of its result.`)
  const count = read.source.count + read.target.count
  return holds(
    null,
    `Each of the ${count} records is in exactly one match, break, exclusion or netted line; the totals add up.`,
  )
}

/**
 * The fault of a header that names another dataset, engine or policy. The engine may be that of the run's record or
 * that of the receipt: where these differ, `receiptHash` fails. The policy may be the hash of the rules or that of the
 * record: where these differ, `policyHash` fails.
 */
function headerFault(
  input: ChainInput,
  { audit, source, target, policy, instructions, partRoots }: ReadArtifacts,
  receipt?: Receipt,
): string | undefined {
  const header = audit.header()
  if (header === undefined) return 'The result has no header'
  const pinned = {
    source: { count: source.count, root: source.root },
    target: { count: target.count, root: target.root },
  }
  for (const side of sides) {
    const { parts, ...named } = isObject(header[side]) ? header[side] : {}
    if (canonicalize(named) !== canonicalize(pinned[side]))
      return `The result’s header names another ${side} than the one that is there`
    if (parts !== undefined && !arePartsOf(parts, pinned[side].count, partRoots[side]))
      return `The parts of the ${side} in the result’s header are not what it was read from`
  }
  if (header['instructions'] !== instructions)
    return 'The result’s header names other instructions than those that are there'
  if (!isOfRun(header['engine'], input, receipt)) return 'The result’s header names another engine than the run'
  if (header['policy'] !== policy && header['policy'] !== input.run.policy.hash)
    return 'The result’s header names another policy than the run'
  return undefined
}

/** Of a side with parts, records of two parts may have one id. */
function repeatFault({ audit, tallies }: ReadArtifacts): string | undefined {
  const header = audit.header()
  const faults = sides.map((side) => {
    const named = header?.[side]
    return isObject(named) && named['parts'] !== undefined ? undefined : tallies[side].repeatFault()
  })
  return faults.find((fault) => fault !== undefined)
}

const isWhole = hasOnlyMembers({ root: isHash, count: isCount })

const isPart = hasOnlyMembers({
  kind: (value) => partKinds.some((kind) => kind === value),
  root: isHash,
  count: isCount,
  whole: (value) => value === undefined || isWhole(value),
} satisfies { readonly [name in keyof SidePart]: ValueTest })

/**
 * The opening, then what decisions gave back, then datasets; each has the root of its records, and together they have
 * all records of the side. Only the run of a period has parts.
 */
function arePartsOf(parts: JsonValue, count: number, roots: PartRoots | undefined): boolean {
  if (roots === undefined || !Array.isArray(parts) || !parts.every((part) => isPart(part))) return false
  const own = parts.filter(isObject)
  const places = own.map(({ kind }) => partKinds.map(String).indexOf(String(kind)))
  const isInOrder = places.every((place, index) => index === 0 || place >= at(places, index - 1))
  let row = 0
  for (const { root, count: ownCount } of own) {
    if (roots.rootOf(row, Number(ownCount)) !== root) return false
    row += Number(ownCount)
  }
  return isInOrder && row === count
}

const isOfRun = (engine: JsonValue | undefined, { run }: ChainInput, receipt: Receipt | undefined): boolean =>
  engine === run.engineVersion || engine === receipt?.engine
