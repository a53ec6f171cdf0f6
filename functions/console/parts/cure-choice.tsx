import { useEffect, useId, useState } from 'preact/hooks'
import type { FileSettings } from '../engine-worker/engine-types.ts'
import type { RowsAround } from '../engine-worker/rows-around.ts'
import { openEngine } from '../shell/engine.ts'
import type { FileCure } from './file-cures.ts'
import { counted } from './plain-words.ts'
import { RowTable } from './row-table.tsx'
import './cure-choice.css'

/** A file that a person may have read in another way. */
export interface CuredFile {
  /** Tells it from other files that are open: a side. */
  readonly place: string
  readonly file: File
  readonly settings: FileSettings
  readonly onUse: (settings: FileSettings) => void
}

interface CureChoiceProps {
  readonly of: CuredFile
  readonly cures: readonly FileCure[]
  /** The lines that are shown where there is no cure. */
  readonly lines: readonly number[]
  /** More cures, which only the rows of the file can tell. */
  readonly cureByRows?: (around: RowsAround) => FileCure | undefined
  /** Called with the cells of a row that a person calls the header. */
  readonly onHeader?: ((line: number, cells: readonly string[]) => void) | undefined
}

/** Cures of a file, the first one chosen, with the rows around the place as they are read after the chosen cure. */
export function CureChoice({ of, cures: known, lines, cureByRows, onHeader }: CureChoiceProps) {
  const name = useId()
  const [chosen, choose] = useState(0)
  const [added, setAdded] = useState<FileCure>()
  const cures = known.length > 0 || added === undefined ? known : [added]
  const cure = cures[Math.min(chosen, cures.length - 1)]
  const rows = useRows(of, cure?.settings ?? of.settings, cure?.lines ?? lines)
  useEffect(() => {
    if (known.length === 0 && added === undefined && rows !== undefined) setAdded(cureByRows?.(rows))
  }, [rows, known, added, cureByRows])
  return (
    <div class="cure">
      {cures.length > 1 && (
        <div class="cure-choices" role="radiogroup" aria-label="Ways to read this file">
          {cures.map(({ label }, place) => (
            <label key={label}>
              <input type="radio" name={name} checked={cures[chosen]?.label === label} onChange={() => choose(place)} />
              <span class="of-file">{label}</span>
            </label>
          ))}
        </div>
      )}
      {rows !== undefined && (
        <RowTable
          name={`Rows of the ${of.place}: ${cure?.label ?? 'as they are'}`}
          rows={rows.rows}
          lines={cure?.lines ?? lines}
          onHeader={onHeader}
        />
      )}
      {cure !== undefined && (
        <p class="cure-act">
          <button type="button" onClick={() => of.onUse(cure.settings)}>
            <span class="of-file">{cure.label}</span>
          </button>
          {rows !== undefined && <span class="small soft">{outcomeText(rows)}</span>}
        </p>
      )}
    </div>
  )
}

/** The rows under these settings; those of the settings before stay until the new ones are read. */
function useRows({ place, file }: CuredFile, settings: FileSettings, lines: readonly number[]): RowsAround | undefined {
  const [rows, setRows] = useState<RowsAround>()
  const wanted = JSON.stringify([settings, lines])
  useEffect(() => {
    let isCurrent = lines.length > 0
    if (!isCurrent) return
    void openEngine()
      .then((engine) => engine.rowsAround({ place, file, settings, lines }))
      .then((found) => {
        if (isCurrent && found !== undefined) setRows(found)
      })
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [place, file, wanted])
  return rows
}

function outcomeText({ recordCount, leftOutCount, faultCount }: RowsAround): string {
  const left = leftOutCount === 0 ? '' : `, ${counted(leftOutCount, 'line')} left out`
  if (faultCount > 0) return `${counted(faultCount, 'line')} will still need a word.`
  return `Then ${counted(recordCount, 'record')}${left}.`
}
