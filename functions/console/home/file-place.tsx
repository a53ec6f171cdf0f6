import type { Side } from '@tallystick/engine'
import { useState } from 'preact/hooks'
import { chooseFile, sideStates } from '../local-run/local-files.ts'

const titles: { readonly [side in Side]: string } = { source: 'First file', target: 'Second file' }

/** Where one of the two files is dropped, and what it was read as. */
export function FilePlace({ side }: { readonly side: Side }) {
  const [isOver, setOver] = useState(false)
  const { file, reading, progress } = sideStates[side].value
  const take = (chosen: File | undefined): void => {
    if (chosen !== undefined) void chooseFile(side, chosen)
  }
  return (
    <section
      class={`card file-place ${isOver ? 'is-over' : ''}`}
      aria-label={titles[side]}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files[0])
      }}
    >
      <h2>{titles[side]}</h2>
      <label>
        {file === undefined ? 'Drop a file here, or choose one' : file.name}
        <input type="file" onChange={({ currentTarget }) => take(currentTarget.files?.[0])} />
      </label>
      {progress && <progress value={progress.share} max={1} aria-label={progress.step} />}
      {reading?.ok === true && (
        <ul>
          {reading.preview.fields.map(({ field, columns, values }) => (
            <li key={field}>
              {field}: {columns.join(', ')} <span class="of-file">{values.join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
      {reading?.ok === false && (
        <ul>
          {reading.faults.map(({ line, detail }) => (
            <li key={`${line} ${detail}`}>
              line {line}: <span class="of-file">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
