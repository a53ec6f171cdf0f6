import type { DatasetSummary } from '@tallystick/engine/intake'
import type { CanonicalRecord, Side } from '@tallystick/engine/record'
import type { FileSettings, OnProgress, SideReading } from './engine-types.ts'
import { type LeftOutLines, leftOutLines } from './left-out-lines.ts'
import { type PackedFiles, packFiles } from './pack-files.ts'
import { readFile } from './read-file.ts'
import { readRecords } from './read-records.ts'
import { type RowsAround, type RowsRequest, rowsAround } from './rows-around.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

interface PreviewRequest {
  readonly file: File
  readonly settings: FileSettings
}

interface FilesOfSide {
  readonly side: Side
  readonly files: readonly File[]
}

export interface FilePreview {
  readonly reading: SideReading
  readonly statements: DatasetSummary['statements']
}

export const previewQuestions = (context: SessionContext) => ({
  /** Undefined where `cancelPreview` or another file ended the reading. */
  async previewFile({ file, settings }: PreviewRequest, onProgress: OnProgress): Promise<FilePreview | undefined> {
    const turn = context.turns.begin('preview')
    const pause = async (ratio: number): Promise<void> => {
      if (turn.isDue()) onProgress({ step: `Reading ${file.name}`, ratio })
      await turn.pause()
    }
    const read = await untilCancelled(() => readFile(context, { file, settings, pause }))
    return read && { reading: read.reading, statements: read.side?.summary.statements ?? [] }
  },

  /** Reads a file for its faults alone. Undefined where the place was asked again meanwhile. */
  async readAs({
    place,
    file,
    settings,
  }: PreviewRequest & { readonly place: string }): Promise<SideReading | undefined> {
    const turn = context.turns.begin(`as ${place}`)
    return (await untilCancelled(() => readFile(context, { file, settings, pause: turn.pause })))?.reading
  },

  /** Several files of a side as one. Undefined where the side was cleared, or given others, meanwhile. */
  packFiles({ side, files }: FilesOfSide): Promise<PackedFiles | undefined> {
    const turn = context.turns.begin(side)
    return untilCancelled(() => packFiles(context, { files, pause: turn.pause }))
  },

  /** The records of a file that was read without a fault. */
  readRecords: (request: PreviewRequest): Promise<readonly CanonicalRecord[]> => readRecords(context, request),

  /** The lines of a side's file that became no record; undefined where they were asked for again meanwhile. */
  leftOut(id: string, side: Side): Promise<LeftOutLines | undefined> {
    const origin = context.openRuns.get(id).origins?.[side]
    if (origin === undefined) throw new Error('The files of this run are not known any more')
    const turn = context.turns.begin(`left out ${side}`)
    return untilCancelled(() => leftOutLines(context, { ...origin, pause: turn.pause }))
  },

  /** Undefined where other rows of the place were asked for meanwhile. */
  rowsAround(request: RowsRequest): Promise<RowsAround | undefined> {
    const turn = context.turns.begin(`rows ${request.place}`)
    return untilCancelled(() => rowsAround(context, { ...request, pause: turn.pause }))
  },

  cancelPreview: (): void => context.turns.end('preview'),
})
