import type { Side } from '@tallystick/engine/record'
import type { SideReading } from '../engine-worker/engine-types.ts'
import { changeSettings, sideStates } from '../local-run/local-files.ts'
import { offeredMapping } from '../parts/offered-mapping.ts'
import { ReadSettings } from './read-settings.tsx'

export function ReadFaults({
  side,
  reading: { format, faults, readCount },
}: {
  readonly side: Side
  readonly reading: Extract<SideReading, { ok: false }>
}) {
  const { settings } = sideStates[side].value
  return (
    <>
      <div class="notice fault" role="alert">
        <p>
          <strong>This file cannot be read as {format}.</strong>{' '}
          {readCount > 0
            ? 'Correct these rows, or say below how they are to be read.'
            : 'Say below how it is to be read, or choose another file.'}
        </p>
        <ol class="read-faults">
          {faults.map(({ line, file, column, detail }) => (
            <li key={`${line} ${column} ${detail}`}>
              <span class="soft">
                {file === undefined ? '' : `${file}, `}line {line}
                {column === null ? '' : `, column ${column}`}
              </span>
              <pre class="of-file">{detail}</pre>
            </li>
          ))}
        </ol>
        {settings.mapping !== undefined && (
          <button
            type="button"
            class="quiet"
            onClick={() => void changeSettings(side, { ...settings, mapping: undefined })}
          >
            Back to the columns as they were recognised
          </button>
        )}
      </div>
      <ReadSettings side={side} offered={offeredMapping(faults)} isOpen />
    </>
  )
}
