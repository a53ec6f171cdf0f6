import { computeWithPauses, type JsonValue } from '@tallystick/engine/base'
import { type Proposal, proposeInSlices } from '@tallystick/engine/propose'
import type { BySide, Side } from '@tallystick/engine/record'
import { compiledOf } from './checked-rules.ts'
import type { FileSettings, OnProgress, PolicyChoice, PolicyFault, RunStart, SideReading } from './engine-types.ts'
import { makeLocalRun } from './make-local-run.ts'
import type { LocalSide } from './open-local-run.ts'
import type { OpenRun } from './open-run-lines.ts'
import { type FileSides, readFile } from './read-file.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

interface SideChoice {
  readonly side: Side
  readonly file: File
  readonly settings: FileSettings
}

export function fileQuestions(context: SessionContext) {
  const { turns } = context
  let files: FileSides = {}

  /** Undefined where `clearSide` or another file ended the reading. */
  const readSide = async (
    { side, file, settings }: SideChoice,
    onProgress: OnProgress,
  ): Promise<SideReading | undefined> => {
    const turn = turns.begin(side)
    files = { ...files, [side]: undefined }
    const pause = async (ratio: number): Promise<void> => {
      if (turn.isDue()) onProgress({ step: `Reading ${file.name}`, ratio })
      await turn.pause()
    }
    const read = await untilCancelled(() => readFile(context, { file, settings, pause }))
    if (read?.side !== undefined) files = { ...files, [side]: read.side }
    return read?.reading
  }

  const reconcile = async ({ policy }: PolicyChoice, onProgress: OnProgress): Promise<RunStart> => {
    return makeLocalRun(context, { sides: bothOf(files), policyJson: policy, onProgress })
  }

  return {
    readSide,
    reconcile,

    /** Makes an open run again under other rules. Throws for a run that is not open. */
    reconcileAgain: (id: string, policy: JsonValue, onProgress: OnProgress): Promise<RunStart> =>
      makeLocalRun(context, { sides: sidesOf(context.openRuns.get(id)), policyJson: policy, onProgress }),

    clearSide(side: Side): void {
      turns.end(side)
      files = { ...files, [side]: undefined }
    },

    /** Undefined where another proposal was asked for meanwhile. Requires both files. */
    propose(): Promise<Proposal | undefined> {
      const { source, target } = bothOf(files)
      const turn = turns.begin('proposal')
      const slices = proposeInSlices({ source: source.table, target: target.table })
      return untilCancelled(() => computeWithPauses(slices, turn.pause))
    },

    /** The faults of rules; empty where a run can be made with them. */
    checkRules({ policy }: PolicyChoice): readonly PolicyFault[] {
      const compiled = compiledOf(policy)
      return compiled.ok ? [] : compiled.faults
    },

    cancel: (): void => turns.end('run'),
  }
}

function bothOf({ source, target }: FileSides) {
  if (source === undefined || target === undefined) throw new Error('Got one file, wanted two')
  return { source, target }
}

function sidesOf({ sides, header, origins, statements }: OpenRun): BySide<LocalSide> {
  const sideOf = (side: Side): LocalSide => ({
    ...sides[side],
    summary: { root: sides[side].root, recordCount: header[side].count, statements: statements[side] },
    origin: origins?.[side],
  })
  return { source: sideOf('source'), target: sideOf('target') }
}
