import { at, numberAt } from '../../../engine/base/at.ts'
import { compareUtf8, fromUtf8, utf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { formatDecimal } from '../../../engine/base/decimal.ts'
import { finish } from '../../../engine/base/slices.ts'
import { bindRule, valueAt } from '../../../engine/match/state/bound-rule.ts'
import { engineLimits } from '../../../engine/match/state/limits.ts'
import { status } from '../../../engine/match/state/run-state.ts'
import { sideOfPlace } from '../../../engine/match/state/seen-run.ts'
import type { WholeFacts } from '../../../engine/match/state/whole-facts.ts'
import { hashOfLine } from '../../../engine/merkle/tree.ts'
import { findReasonsInPieces, type ReasonSteps } from '../../../engine/pieces/reasons/find-reasons.ts'
import type { ReasonInput, ReasonSegment, ReasonSizes } from '../../../engine/pieces/reasons/reason-input.ts'
import type { ReasonStore } from '../../../engine/pieces/reasons/reason-store.ts'
import { performReasonTask } from '../../../engine/pieces/reasons/reason-tasks.ts'
import { createCohorts } from '../../../engine/pieces/reasons/searchers.ts'
import type { PieceMark } from '../../../engine/pieces/records/piece-mark.ts'
import { createPieceReader } from '../../../engine/pieces/records/piece-records.ts'
import { createRecordFile } from '../../../engine/pieces/records/record-file.ts'
import { type ReconciledRun, reconcileRun } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type BySide, type Side, sides } from '../../../engine/record/side.ts'
import { findingFilter } from '../../../engine/result/end-states.ts'
import { affordableSearches, findingBreaks } from '../../../engine/result/finding-break.ts'
import type { BreakLine, PartOf, ResultView } from '../../../engine/result/line.ts'
import { idOfLine } from '../../../engine/result/line-id.ts'
import { addPart } from '../../../engine/result/part-of.ts'
import { codeOf } from '../../../engine/result/search-part.ts'
import { namesIn } from '../../../engine/result/unlike-names.ts'
import { type Case, policyOf, tableOf } from './reconcile-case.ts'
import { sha256 } from './sha256.ts'

/** Runs a case in memory, then explains what it has left open in pieces. */

/** A finished run with the records that it began with. */
export interface FinishedCase {
  readonly given: Case
  readonly finished: ReconciledRun
  readonly policy: ReturnType<typeof policyOf>
}

/** The run of a case in memory. */
export function finishCase(given: Case): FinishedCase {
  const { source, target, rules, ...options } = given
  const policy = policyOf(rules)
  const finished = reconcileRun({
    source: { table: tableOf(source, policy), root: 'aa'.repeat(32) },
    target: { table: tableOf(target, policy), root: 'bb'.repeat(32) },
    policy,
    sha256,
    ...options,
  })
  return { given, finished, policy }
}

const openReasons = new Set([
  'missing_in_target',
  'missing_in_source',
  'amount_mismatch',
  'date_mismatch',
  'currency_mismatch',
])

const linesOfView = ({ finished }: FinishedCase, view: ResultView): string[] =>
  finished.outcome.chunks
    .filter((chunk) => chunk.view === view)
    .flatMap(({ bytes }) => fromUtf8(bytes).trimEnd().split('\n'))

/** The lines of the breaks in memory of records that look for others, without `suggested`, in order. */
export function expectedLines(run: FinishedCase): string[] {
  const looking = searchersOf(run)
  return openBreaks(run)
    .filter(
      ({ source = [], target = [] }) =>
        source.every((id) => looking.source.has(id)) && target.every((id) => looking.target.has(id)),
    )
    .map(({ suggested: _, ...line }) => canonicalize(line))
    .sort()
}

const openBreaks = (run: FinishedCase): BreakLine[] =>
  linesOfView(run, 'breaks')
    .map((text): BreakLine => JSON.parse(text))
    .filter(({ reason }) => openReasons.has(reason))

/** What records of nearest sets say, by code. */
function partsOf({ finished: { run } }: FinishedCase): ReadonlyMap<number, PartOf> {
  const parts = new Map<number, PartOf>()
  // Of several findings of an anchor only the first counts.
  const isFound = findingFilter({ source: run.source.statuses.slice(), target: run.target.statuses.slice() })
  const found = run.findings.filter(isFound)
  for (const { set } of finish(findingBreaks(run, found, affordableSearches(found))).breaks)
    for (const row of set?.rows ?? []) if (set) addPart(parts, codeOf(set.side, row), set.partOf)
  return parts
}

function searchersOf(run: FinishedCase): BySide<ReadonlySet<string>> {
  const countMax = run.given.limits?.explainedCountMax ?? engineLimits.explainedCountMax
  const first = (side: Side): ReadonlySet<string> =>
    new Set(
      openBreaks(run)
        .flatMap((line) => line[side] ?? [])
        .toSorted(compareUtf8)
        .slice(0, countMax),
    )
  return { source: first('source'), target: first('target') }
}

/** Record id → the id of the line that holds it. */
function claimsOf(run: FinishedCase): BySide<Map<string, string>> {
  const claims = { source: new Map<string, string>(), target: new Map<string, string>() }
  for (const kind of ['match', 'netted'] as const)
    for (const text of linesOfView(run, kind === 'match' ? 'matches' : 'netted')) {
      const line = JSON.parse(text)
      const id = idOfLine(kind, hashOfLine(sha256, text))
      if (kind === 'match') for (const side of sides) for (const each of line[side] ?? []) claims[side].set(each, id)
      else for (const each of line.records) claims[line.side as Side].set(each, id)
    }
  return claims
}

interface MarkedRecord {
  readonly record: CanonicalRecord
  readonly mark: PieceMark
  readonly isSearching: boolean
}

const stateOf = {
  [status.open]: 'open',
  [status.matched]: 'matched',
  [status.held]: 'held',
  [status.netted]: 'netted',
} as const

/** The records of a side in the end, without excluded ones. */
function markedRecords(run: FinishedCase, side: Side): MarkedRecord[] {
  const { given, finished } = run
  const state = finished.run
  const [claims, looking] = [claimsOf(run)[side], searchersOf(run)[side]]
  const records: CanonicalRecord[] = [...given[side]]
  const bornAt = records.map(() => -1)
  for (const residual of state.residuals) {
    if (residual.side !== side) continue
    const { gross: _g, fee: _f, net: _n, ...origin } = at(records, residual.origin)
    records[residual.row] = {
      ...origin,
      id: state[side].table.text('id').textAt(residual.row) ?? '',
      amount: formatDecimal(residual.amount),
    }
    bornAt[residual.row] = state.rules.findIndex(
      ({ compiled }) => compiled.rule.id === residual.match.rule.compiled.rule.id,
    )
  }
  return records.flatMap((record, row) => {
    const own = numberAt(state[side].statuses, row)
    if (own === status.excluded) return []
    const isTaken = own === status.matched || own === status.netted
    const mark = {
      number: row,
      bornAt: at(bornAt, row),
      byteCount: 0,
      state: stateOf[own as keyof typeof stateOf],
      claim: isTaken ? (claims.get(record.id) ?? '') : '',
    }
    return [{ record, mark, isSearching: own === status.open && looking.has(record.id) }]
  })
}

/** What identities ask of all records, found without the engine's own test. */
export function factsOf({ finished, policy }: FinishedCase): Pick<WholeFacts, 'tellsApart' | 'namesOf'> {
  const { source, target } = finished.run.begun
  const tables = { source: source.table, target: target.table }
  return {
    tellsApart(ruleId, position, place) {
      const compiled = policy.compiled.find(({ rule }) => rule.id === ruleId)
      if (compiled === undefined) throw new Error(`No rule ${ruleId}`)
      const bound = bindRule(compiled, tables)
      const { rowCount } = tables[sideOfPlace(bound, place)]
      const criterion = at(bound.criteria, position)
      const values = new Set(Array.from({ length: rowCount }, (_, row) => valueAt(criterion, place, row)))
      values.delete(undefined)
      return rowCount === 1 || values.size > 1
    },
    namesOf: (side) => namesIn(tables[side].text('counterparty')),
  }
}

export function memoryStore(): ReasonStore & { readonly objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>()
  return {
    objects,
    async read(key, range) {
      const bytes = objects.get(key)
      if (bytes === undefined) throw new Error(`No object ${key}`)
      return range === undefined ? bytes.slice() : bytes.slice(range.offset, range.offset + range.length)
    },
    async write(key, bytes) {
      objects.set(key, bytes.slice())
    },
  }
}

/** Each step is done once or, where `isTwice`, twice. What a task is given crosses as JSON. */
function memorySteps(input: ReasonInput, isTwice = false): ReasonSteps {
  const perform: ReasonSteps['perform'] = async (_, work) => {
    if (isTwice) await work()
    return JSON.parse(JSON.stringify((await work()) ?? null))
  }
  return {
    perform,
    // The last first: none may need what another one writes.
    async performAll(_phase, _kind, all) {
      const results: Awaited<ReturnType<typeof performReasonTask>>[] = []
      for (const { name, given } of all.toReversed()) {
        const task = JSON.parse(JSON.stringify(given))
        results.push(await perform(name, () => performReasonTask(input, task)))
      }
      return results.reverse()
    },
  }
}

/** How a case is cut. */
export interface Cut extends Partial<ReasonSizes> {
  readonly sliceRecordCount: number
  readonly isTwice?: boolean
  readonly onHeld?: (byteCount: number) => void
}

/** The lines that an explanation in pieces writes, in order, and how many pieces were searched. */
export async function linesInPieces(run: FinishedCase, { sliceRecordCount, isTwice, onHeld, ...sizes }: Cut) {
  const store = memoryStore()
  const segments = sides.flatMap((side) => segmentsOf(run, side, sliceRecordCount))
  const limits = { ...engineLimits, ...run.given.limits }
  const facts = factsOf(run)
  const { policy } = run
  const cohorts = createCohorts(store, sizes)
  for (const side of sides)
    for (const { record, mark, isSearching } of markedRecords(run, side))
      if (isSearching) await cohorts.add(side, mark, utf8(canonicalize(record)))
  await cohorts.finish()
  const readParts = async () => partsOf(run)
  let shareDone = 0
  const onShare = (share: number): void => {
    shareDone += share / (isTwice ? 2 : 1)
  }
  const input = { policy, limits, facts, segments, store, readParts, sizes, onShare, ...(onHeld && { onHeld }) }
  const { keys } = await findReasonsInPieces(input, memorySteps(input, isTwice))
  if (shareDone > 1 + 1e-9) throw new Error(`The shares of the search add up to ${shareDone}`)
  const breaks = keys.flatMap((key) => {
    const text = fromUtf8(store.objects.get(key) ?? utf8(''))
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
  })
  return { lines: breaks.map(({ line }) => canonicalize(line)).sort(), objects: [...store.objects.keys()] }
}

function segmentsOf(run: FinishedCase, side: Side, recordCount: number): ReasonSegment[] {
  const marked = markedRecords(run, side)
  return Array.from({ length: Math.ceil(marked.length / recordCount) }, (_, slice) => {
    const own = marked.slice(slice * recordCount, (slice + 1) * recordCount)
    const file = createRecordFile()
    for (const { mark, record } of own) file.add(mark, utf8(canonicalize(record)))
    const bytes = file.finish().slice()
    return {
      side,
      read: async () => {
        const reader = createPieceReader(run.policy.attributePaths)
        reader.add(bytes)
        return reader.finish()
      },
    }
  })
}
