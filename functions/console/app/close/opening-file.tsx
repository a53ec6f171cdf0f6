import { useEffect, useState } from 'preact/hooks'
import type { FileSettings, ReadSide, SideReading } from '../../engine-worker/engine-types.ts'
import { amountTexts } from '../../parts/amount-text.ts'
import { FieldTable } from '../../parts/field-table.tsx'
import { FileButton, useFileDrop } from '../../parts/file-choice.tsx'
import { FileFaults } from '../../parts/file-faults.tsx'
import { counted } from '../../parts/plain-words.ts'
import { openEngine } from '../../shell/engine.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'

interface OpeningFileProps {
  /** `on the statement alone` */
  readonly place: string
  /** Called with the file and how it is read; with undefined while it has faults, or is none. */
  readonly onRead: (read: ReadSide | undefined) => void
}

/** The old open items of a side in a file, which is read like any other: mapped, and cured where it is refused. */
export function OpeningFile({ place, onRead }: OpeningFileProps) {
  const [chosen, setChosen] = useState<ReadSide>()
  const [reading, setReading] = useState<SideReading>()
  const { error, run } = useAction()
  const take = (file: File): void => setChosen({ file, settings: {} })
  const { isOver, listeners } = useFileDrop(take)
  useEffect(() => {
    onRead(undefined)
    setReading(undefined)
    if (chosen === undefined) return
    void run(async () => {
      const found = await (await openEngine()).readAs({ place, ...chosen })
      setReading(found)
      if (found?.ok === true) onRead(chosen)
    })
  }, [chosen])
  const use = (settings: FileSettings): void => setChosen(chosen && { file: chosen.file, settings })
  return (
    <fieldset class={isOver ? 'choices is-over' : 'choices'} {...listeners}>
      <legend>Open items {place}</legend>
      <p class="actions">
        <FileButton hasFile={chosen !== undefined} purpose={`of open items ${place}`} onFile={take} />
        {chosen === undefined ? (
          <span class="small soft">A list of what is open from before, if you have one.</span>
        ) : (
          <button type="button" class="quiet" onClick={() => setChosen(undefined)}>
            Remove<span class="hidden"> {chosen.file.name}</span>
          </button>
        )}
      </p>
      {chosen !== undefined && reading?.ok === false && (
        <FileFaults of={{ place, ...chosen, onUse: use }} reading={reading} />
      )}
      {chosen !== undefined && reading?.ok === true && (
        <>
          <p role="status">
            <span class="of-file">{chosen.file.name}</span>: {counted(reading.preview.summary.recordCount, 'open item')}
            , <span class="amount">{amountTexts(reading.preview.summary.totals).join(' · ')}</span>
          </p>
          <FieldTable
            caption={`Fields of ${chosen.file.name}`}
            fields={reading.preview.fields}
            onChoose={(field, column) =>
              use({ ...chosen.settings, mapping: { ...chosen.settings.mapping, [field]: column } })
            }
          />
        </>
      )}
      <FailureNotice error={error} />
    </fieldset>
  )
}
