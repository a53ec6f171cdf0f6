import type { RecordLine } from '@tallystick/audit/report/shown-record'
import { canonicalize } from '@tallystick/engine/base'
import { type KeptTrial, keptTrial } from './change-trial.ts'
import { detailOf } from './detail-of-line.ts'
import { detailedRecords } from './detailed-record.ts'
import type { OnProgress, PolicyChoice, Side, View } from './engine-types.ts'
import type { ChangeEnd, DetailedRecord, LineDetail, LinePlace, TrialKind, TrialRow } from './line-detail-types.ts'
import { linePlaces, ownNames, type PlaceOf } from './line-places.ts'
import type { LineRange } from './line-questions.ts'
import type { OpenRun } from './open-run-lines.ts'
import { repeatedMatches } from './repeated-matches.ts'
import type { SessionContext } from './session-context.ts'
import { outcomeUnder } from './try-rules.ts'
import { type Turn, untilCancelled } from './turns.ts'

/** The last trials are kept for a reader who goes back to them. */
const keptTrialCountMax = 6

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

function changeQuestions({ openRuns, turns }: SessionContext) {
  const trials = new Map<string, KeptTrial>()
  openRuns.onForget((id) => {
    for (const key of [...trials.keys()]) if (key.startsWith(`${id} `)) trials.delete(key)
  })

  const keep = (id: string, kept: KeptTrial): void => {
    trials.set(id, kept)
    const [oldest] = trials.keys()
    if (oldest !== undefined && trials.size > keptTrialCountMax) trials.delete(oldest)
  }

  return {
    /** The outcome of the run under other rules. A new trial ends the previous one. */
    async tryChange(id: string, { policy }: PolicyChoice, onProgress: OnProgress): Promise<ChangeEnd> {
      const openRun = openRuns.get(id)
      const turn = turns.begin('change')
      const trialId = `${id} ${canonicalize(policy ?? [])}`
      const known = trials.get(trialId)
      if (known !== undefined) return { kind: 'done', trial: known.trial }
      const end = await untilCancelled(async (): Promise<ChangeEnd> => {
        // Throws where the reader has gone to another line meanwhile.
        await turn.pause()
        const under = await outcomeUnder({ openRun, policy, turn, onProgress })
        if (!under.ok) return { kind: 'refused', faults: under.faults }
        const { outcome: after, policy: policyAfter } = under
        const kept = keptTrial({ id: trialId, openRun, after, policyAfter, placeOf: await placesOf(openRun, turn) })
        // The run may have been closed meanwhile.
        if (openRuns.find(id) === openRun) keep(trialId, kept)
        return { kind: 'done', trial: kept.trial }
      })
      return end ?? { kind: 'cancelled' }
    },

    /** The changed lines of a trial; undefined where the trial is no longer kept. */
    trialRows: (trialId: string, kind: TrialKind, range: LineRange): readonly TrialRow[] | undefined =>
      trials.get(trialId)?.rowsOf(kind, range),

    cancelChange: (): void => turns.end('change'),
  }
}

interface SideRange extends LineRange {
  readonly side: Side
}

const noPlace: PlaceOf = () => undefined

const namesOthers = (line: RecordLine): boolean =>
  line.kind === 'break' &&
  [...(line.candidates ?? []), ...(line.taken ?? [])].some(({ takenBy }) => takenBy !== undefined)

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
