import type { DatasetSummary } from '@tallystick/engine/intake'
import type { FileSettings, OnProgress, SideReading } from './engine-types.ts'
import { readFile } from './read-file.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'

interface PreviewRequest {
  readonly file: File
  readonly settings: FileSettings
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

  cancelPreview: (): void => context.turns.end('preview'),
})
