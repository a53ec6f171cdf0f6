import type { RecordLine } from '@tallystick/audit/report/shown-record'
import { at, computeWithPauses } from '@tallystick/engine/base'
import { type TriedChange, tryRuleChanges } from '@tallystick/engine/explain'
import { type KeptTrial, keptTrial } from './change-trial.ts'
import { changedPolicy } from './changed-policy.ts'
import { detailOf } from './detail-of-line.ts'
import { detailedRecords } from './detailed-record.ts'
import type { OnProgress, Side, View } from './engine-types.ts'
import type { ChangesEnd, DetailedRecord, LineDetail, LinePlace, TrialKind, TrialRow } from './line-detail-types.ts'
import { linePlaces, ownNames, type PlaceOf } from './line-places.ts'
import type { LineRange } from './line-questions.ts'
import type { OpenRun } from './open-run-lines.ts'
import { repeatedMatches } from './repeated-matches.ts'
import type { SessionContext } from './session-context.ts'
import { sliceStepCount } from './try-rules.ts'
import { type Turn, untilCancelled } from './turns.ts'

/** The changes of the last lines are kept for a reader who goes back to them. */
const keptLineCountMax = 3

export const lineDetailQuestions = (context: SessionContext) => ({
  ...detailQuestions(context),
  ...changeQuestions(context),
})

const detailQuestions = ({ openRuns, turns }: SessionContext) => ({
  /** Undefined where the view has no such line, or another line was asked for meanwhile. */
  async lineDetail(id: string, { view, position }: LinePlace): Promise<LineDetail | undefined> {
    const table = openRuns.table(id, view)
    if (!Number.isInteger(position) || position < 0 || position >= table.count) return undefined
    const openRun = openRuns.get(id)
    const turn = turns.begin('detail')
    return untilCancelled(async () => {
      const line = table.lineAt(position)
      const placeOf = namesOthers(line) ? await placesOf(openRun, turn) : noPlace
      const { rows, ...shown } = table.shownAt(position)
      const suggestions = suggestionsOf(line, (ids) => openRuns.table(id, 'suggestions').positionsOf(ids))
      const head = { ...shown, rows: rows.slice(0, 1) }
      const repeats = await repeatedMatches(openRun, line, turn.pause)
      return detailOf({ openRun, ended: await openRun.ended(), line, shown: head, suggestions, repeats, placeOf })
    })
  },

  lineRecords(id: string, { view, position }: LinePlace, { side, from, count }: SideRange): readonly DetailedRecord[] {
    const names = ownNames(openRuns.table(id, view).lineAt(position)).filter((name) => name.side === side)
    return names.slice(from, from + count).map(detailedRecords(openRuns.get(id)))
  },
})

function changeQuestions({ sha256, openRuns, turns }: SessionContext) {
  const tried = new Map<string, TriedLine>()
  openRuns.onForget((id) => {
    for (const key of [...tried.keys()]) if (key.startsWith(`${id} `)) tried.delete(key)
  })

  const keep = (key: string, line: TriedLine): void => {
    tried.set(key, line)
    const [oldest] = tried.keys()
    if (oldest !== undefined && tried.size > keptLineCountMax) tried.delete(oldest)
  }

  return {
    /** The changes that were tried and take a break’s records. The question for another line ends this one. */
    async lineChanges(id: string, { view, position }: LinePlace, onProgress: OnProgress): Promise<ChangesEnd> {
      const openRun = openRuns.get(id)
      const line = openRuns.table(id, view).lineAt(position)
      if (line.kind !== 'break') throw new Error('Only a break is asked for changes')
      const turn = turns.begin('change')
      const key = `${id} ${view} ${position}`
      const known = tried.get(key)
      if (known !== undefined) return known.end
      const found = await untilCancelled(async (): Promise<TriedLine> => {
        // Throws where the reader has gone to another line meanwhile.
        await turn.pause()
        const slices = tryRuleChanges({
          ...{ source: openRun.sides.source, target: openRun.sides.target, policy: openRun.policy, sha256 },
          ...{ outcome: openRun, line, keep: (each: TriedChange) => each, sliceStepCount, ...progressOf(onProgress) },
        })
        const { changes, note = null } = await computeWithPauses(slices, turn.pause)
        const placeOf = changes.length === 0 ? noPlace : await placesOf(openRun, turn)
        const kept = changes.map((each, index) => keptTrial({ id: `${key} ${index}`, openRun, tried: each, placeOf }))
        const choices = changes.map(({ change }, index) => ({
          kind: change.kind,
          sentence: change.sentence,
          policy: changedPolicy(openRun, change),
          trial: at(kept, index).trial,
        }))
        return { end: { kind: 'done', choices, note }, kept }
      })
      if (found === undefined) return { kind: 'cancelled' }
      // The run may have been closed meanwhile.
      if (openRuns.find(id) === openRun) keep(key, found)
      return found.end
    },

    /** The changed lines of a trial; undefined where the trial is no longer kept. */
    trialRows: (trialId: string, kind: TrialKind, range: LineRange): readonly TrialRow[] | undefined =>
      [...tried.values()]
        .flatMap(({ kept }) => kept)
        .find(({ trial }) => trial.id === trialId)
        ?.rowsOf(kind, range),

    cancelChange: (): void => turns.end('change'),
  }
}

interface TriedLine {
  readonly end: ChangesEnd
  readonly kept: readonly KeptTrial[]
}

function progressOf(tell: OnProgress) {
  let [trial, count] = [0, 1]
  return {
    onTrial(position: number, trialCount: number): void {
      ;[trial, count] = [position, trialCount]
    },
    onRule: (rule: string, position: number, ruleCount: number): void =>
      tell({ step: `Rule ${rule}`, ratio: (trial + position / ruleCount) / count }),
  }
}

interface SideRange extends LineRange {
  readonly side: Side
}

const noPlace: PlaceOf = () => undefined

const namesOthers = (line: RecordLine): boolean =>
  line.kind === 'break' &&
  (line.partOf !== undefined ||
    [...(line.candidates ?? []), ...(line.taken ?? [])].some(({ takenBy }) => takenBy !== undefined))

async function placesOf(openRun: OpenRun, turn: Turn): Promise<PlaceOf> {
  const places = linePlaces(openRun)
  await places.prepare(turn.pause)
  return places.now()
}

/** Finds suggestions by record id alone, so a suggestion with an equal id of the other side is found as well. */
function suggestionsOf(
  line: RecordLine,
  positionsOf: (ids: ReadonlySet<string>) => readonly number[],
): readonly LinePlace[] {
  if (line.kind !== 'break' || line.suggested !== true) return []
  const view: View = 'suggestions'
  return positionsOf(new Set(ownNames(line).map(({ id }) => id)))
    .slice(0, suggestionCountMax)
    .map((position) => ({ view, position }))
}

const suggestionCountMax = 3
