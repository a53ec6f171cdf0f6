import { sides } from '@tallystick/engine/record'
import { useState } from 'preact/hooks'
import type { RunOverview, Side } from '../engine-worker/engine-types.ts'
import type { LeftOutLines } from '../engine-worker/left-out-lines.ts'
import { counted, faultText, grouped } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'

/** Which lines of the files of a run became no record, to be opened for each side that has some. */
export const LeftOut = ({ run }: { readonly run: RunOverview }) => (
  <>
    {sides.map(
      (side) => run.sides[side].leftOutCount > 0 && <LeftOutOfSide key={`${run.id} ${side}`} run={run} side={side} />,
    )}
  </>
)

const reasons: { readonly [why in LeftOutLines['why']]: string } = {
  export: 'No bookings in an export of this kind:',
  'mapping-or-export': 'Left out by the columns that you chose, or as no bookings in an export of this kind:',
}

function LeftOutOfSide({ run, side }: { readonly run: RunOverview; readonly side: Side }) {
  const [found, setFound] = useState<LeftOutLines | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const { name, leftOutCount } = run.sides[side]
  const open = async (): Promise<void> => {
    try {
      setFound(await (await openEngine()).leftOut(run.id, side))
    } catch (error) {
      setFault(faultText(error))
    }
  }
  return (
    <details class="left-out-lines no-print" onToggle={({ currentTarget }) => currentTarget.open && void open()}>
      <summary>
        {counted(leftOutCount, 'line')} of <span class="of-file">{name}</span> left out
      </summary>
      {found === undefined && fault === undefined && <p aria-busy="true">Reading the file again …</p>}
      {fault !== undefined && <p role="alert">{fault}</p>}
      {found !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard.
        <section class="scrolls" aria-label={`Lines of ${name} that were left out`} tabIndex={0}>
          {found.count > 0 && <p class="small soft">{reasons[found.why]}</p>}
          <ol>
            {found.lines.map(({ line, file, text }) => (
              <li key={`${line} ${file}`} value={line}>
                {file !== undefined && <span class="of-file small soft">{file} </span>}
                <span class="of-file">{text}</span>
              </li>
            ))}
          </ol>
          {found.count > found.lines.length && (
            <p class="small soft">And {grouped(found.count - found.lines.length)} more.</p>
          )}
          {found.unlistedCount > 0 && (
            <p class="small soft">
              {counted(found.unlistedCount, 'line')} cannot be listed: the reader of this format only counts them.
            </p>
          )}
        </section>
      )}
    </details>
  )
}
