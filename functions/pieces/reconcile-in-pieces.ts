import {
  addTallies,
  type BySide,
  createFrontier,
  emptyTally,
  enabledRules,
  type FrontierState,
  headerOfPieces,
  type OutcomeOfPieces,
  outcomeOfPieces,
  type Side,
  sides,
  type Tally,
  toHex,
} from '@tallystick/engine'
import { type ClaimedGroup, claimGroup } from './claim-group.ts'
import { assertCovered, openCoverage } from './coverage-files.ts'
import { collectEnds } from './end-files.ts'
import { addCounts, explainOpen } from './explain-open.ts'
import { collectFacts } from './fact-files.ts'
import { groupPartitions, type PieceGroup } from './group-partitions.ts'
import { chooseLooking, type UnexplainedCounts } from './looking-records.ts'
import { addResultLine, type MergedPart, type MergeState, mergePart, noMerge } from './merge-view.ts'
import { type PieceJob, pieceRunOf } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { lineViews } from './piece-output.ts'
import { readJson } from './piece-store.ts'
import { readPart } from './read-part.ts'
import { refusedFrom } from './search-costs.ts'
import {
  type BreakCounts,
  takeGroupFindings,
  writeGroupFindings,
  writeGroupSuggestions,
  writeGroupSurpluses,
} from './settle-group.ts'
import { collectRuns } from './view-runs.ts'

/** The lines of one side, in parts that a task reads at once. */
export interface PieceSource {
  readonly root: string
  readonly recordCount: number
  readonly partCount: number
  /** Whole canonical lines of a part, each ended by a newline, in stretches of a few megabytes. */
  lines(part: number): AsyncIterable<Uint8Array>
}

/** Does a named task, once: what it returned is known when the run goes on after a fault. Results are small and JSON. */
export type PerformTask = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

export interface PiecesInput {
  readonly job: PieceJob
  readonly sources: BySide<PieceSource>
  readonly perform: PerformTask
}

/** A result whose lines are in files. */
export interface ResultOfPieces extends OutcomeOfPieces {
  readonly resultRoot: string
  readonly leafCount: number
  /** How many merging tasks wrote the chunks: the files of `index/` list these. */
  readonly mergeCount: number
}

/**
 * Reconciles two sides in pieces that are never together in memory, and comes to the bytes of `reconcile`. Each task reads
 * files and writes files of its own, so that it can be done again. Throws when the lines of a side are not those of its root.
 */
export async function reconcileInPieces(input: PiecesInput): Promise<ResultOfPieces> {
  const { job, perform } = input
  for (const side of sides) await readSideInParts(input, side)
  await perform('facts', () => collectFacts(job))
  const claimed = await claimAllRules(input)
  await perform('ends', async () => {
    await collectEnds(job.store)
    await openCoverage(job.store)
  })
  const settled = await settleAll(input, claimed)
  const { merge, outcome } = await mergeAll(input, settled)
  return { ...outcome, resultRoot: merge.root, leafCount: merge.leafCount, mergeCount: merge.task }
}

async function readSideInParts({ job, perform, sources }: PiecesInput, side: Side): Promise<void> {
  const { root, recordCount, partCount, lines } = sources[side]
  let tree: FrontierState = { size: 0, hashes: [] }
  for (let part = 0; part < partCount; part++) {
    const before = tree
    tree = await perform(taskName(`read-${side}`, part), () =>
      readPart(job, { side, part, tree: before, lines: lines(part) }),
    )
  }
  await perform(`check-${side}`, async () => requireRoot(job, { tree, root, recordCount }))
}

interface GroupDone extends ClaimedGroup {
  readonly group: PieceGroup
}

/** Rules in order: what a rule leaves open is with later rules when it has gone through all of its groups. */
async function claimAllRules({ job, perform }: PiecesInput): Promise<readonly GroupDone[]> {
  const done: GroupDone[] = []
  for (const [position, { rule }] of enabledRules(job.policy).entries()) {
    if (rule.action === 'exclude') continue
    const groupCount = await perform(taskName('groups', position), () => groupPartitions(job, position))
    for (let group = 0; group < groupCount; group++) {
      const place = { position, group }
      done.push({ group: place, ...(await perform(taskName('claim', position, group), () => claimGroup(job, place))) })
    }
  }
  return done
}

interface Settled {
  readonly reasons: BreakCounts
  readonly suggestionCount: number
  readonly unexplained: UnexplainedCounts
}

/** Findings first, those of earlier rules before those of later ones, then twins that are left over, then what is open. */
async function settleAll({ job, perform }: PiecesInput, claimed: readonly GroupDone[]): Promise<Settled> {
  let version = 0
  const [reasons, searched]: [BreakCounts[], Map<GroupDone, number>] = [[], new Map()]
  const nameOf = (kind: string, { group }: GroupDone): string => taskName(kind, group.position, group.group)
  const withFindings = claimed.filter(({ hasFindings }) => hasFindings)
  for (const each of withFindings) {
    const before = version
    searched.set(each, await perform(nameOf('take-findings', each), () => takeGroupFindings(job, each.group, before)))
    version += 1
  }
  const refused = await perform('search-costs', () => refusedFrom(job))
  for (const each of withFindings) {
    const context = { version, refusedFrom: refused, namesClaims: searched.get(each) !== 0 }
    reasons.push(await perform(nameOf('findings', each), () => writeGroupFindings(job, each.group, context)))
  }
  for (const each of claimed.filter(({ hasSurpluses }) => hasSurpluses)) {
    const before = version
    reasons.push(await perform(nameOf('surpluses', each), () => writeGroupSurpluses(job, each.group, before)))
    version += 1
  }
  let suggestionCount = 0
  for (const [listed, each] of claimed.filter(({ hasSuggestions }) => hasSuggestions).entries())
    suggestionCount += await perform(nameOf('suggestions', each), () =>
      writeGroupSuggestions(job, each.group, { version, listed }),
    )
  const last = version
  const unexplained = await perform('looking', () => chooseLooking(job, last))
  const sizes = job.sizes.explain
  reasons.push(await explainOpen(job, { version: last + 1, perform, sizes }), unexplainedReasons(unexplained))
  return { reasons: reasons.reduce(addCounts, {}), suggestionCount, unexplained }
}

const unexplainedReasons = ({ source, target }: UnexplainedCounts): BreakCounts => ({
  ...(source > 0 && { missing_in_target: source }),
  ...(target > 0 && { missing_in_source: target }),
})

async function mergeAll(
  { job, perform, sources }: PiecesInput,
  settled: Settled,
): Promise<{ readonly merge: MergeState; readonly outcome: OutcomeOfPieces }> {
  const run = await pieceRunOf(job)
  const roots = { source: sources.source.root, target: sources.target.root }
  let state = await perform('merge-header', () =>
    addResultLine(job, { view: 'header', line: headerOfPieces(run, roots) }, noMerge),
  )
  for (const view of lineViews) {
    await perform(`runs-${view}`, () => collectRuns(job, view))
    let part: MergedPart = { state, places: undefined }
    do {
      const before = part
      part = await perform(taskName(`merge-${view}`, before.state.task), () =>
        mergePart(job, { view, places: before.places }, before.state),
      )
    } while (part.places !== undefined)
    state = part.state
  }
  const merged = state
  await perform('covered', () => assertCovered(job.store, merged.task))
  const outcome = await perform('outcome', async () =>
    outcomeOfPieces(run, { tally: await sumTallies(job), ...settled }),
  )
  const merge = await perform('merge-totals', () =>
    addResultLine(job, { view: 'totals', line: outcome.totals }, merged),
  )
  return { merge, outcome }
}

async function sumTallies({ store }: PieceJob): Promise<Tally> {
  let sum = emptyTally
  for (const { name } of await store.list('tallies/')) sum = addTallies(sum, await readJson<Tally>(store, name))
  return sum
}

interface ReadSide {
  readonly tree: FrontierState
  readonly root: string
  readonly recordCount: number
}

function requireRoot({ sha256 }: PieceJob, { tree, root, recordCount }: ReadSide): void {
  if (tree.size !== recordCount || toHex(createFrontier(sha256, tree).root()) !== root) throw new ChangedLinesError()
}

/** The stored lines of a side are not those that the run was pinned to. */
export class ChangedLinesError extends Error {
  override readonly name = 'ChangedLinesError'

  constructor() {
    super('The stored bytes of a dataset are not those that the run was pinned to.')
  }
}
