import type { Side } from '@tallystick/engine/record'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { OpeningFile } from '../app/close/opening-file.tsx'
import { firstSettings, type OpeningFileState } from '../app/close/opening-files.ts'
import { balanceWords, placeWords, sidesOf, sideWordsOf } from '../app/close/side-words.ts'
import type { StepProps } from '../app/close/step-props.ts'
import { useClose } from '../app/close/use-close.ts'
import { FailureNotice } from '../app/failure-notice.tsx'
import { useAction } from '../app/use-call.ts'
import { codeText, grouped } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import { addOwnFile } from './own-calls.ts'

/** What the month has read, and a file more. */
export function OwnFilesStep(props: StepProps) {
  const { reconciliation } = props
  return (
    <>
      {sidesOf(reconciliation).map((side) => (
        <SideFiles key={side} side={side} {...props} />
      ))}
    </>
  )
}

const fileWords = {
  title: 'A file more',
  purpose: 'of records',
  hint: 'Lines that were counted before do not count again.',
  noun: 'record',
}

function SideFiles({ side, period, reconciliation, onChanged }: StepProps & { readonly side: Side }) {
  const close = useClose()
  const word = sideWordsOf(reconciliation)[side]
  const own = period.datasets.filter((each) => each.side === side)
  return (
    <section class="app-part">
      <h2>{codeText(balanceWords[word])}</h2>
      {own.length === 0 ? (
        <p class="soft">No file yet.</p>
      ) : (
        <div class="table-frame">
          <table class="stacked">
            <TableHead titles={['File', 'Records']} numbers={['Records']} />
            <tbody>
              {own.map(({ datasetId, recordCount }) => (
                <tr key={datasetId}>
                  <td data-label="File" class="of-file">
                    {datasetId}
                  </td>
                  <td data-label="Records" class="end count">
                    {grouped(recordCount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {period.state === 'open' && close.mayDo('periods:write') && (
        <AddOwnFile side={side} place={placeWords[word]} {...{ period, reconciliation, onChanged }} />
      )}
    </section>
  )
}

function AddOwnFile({ side, place, period, reconciliation, onChanged }: StepProps & { side: Side; place: string }) {
  const { route } = useLocation()
  const close = useClose()
  const [state, setState] = useState<OpeningFileState>({ kind: 'none' })
  const { isBusy, error, run } = useAction()
  const add = async (): Promise<void> => {
    if (state.kind !== 'read') return
    await addOwnFile(period, side, state.chosen)
    setState({ kind: 'none' })
    onChanged()
    route(`${close.periodPath(period.id)}?step=items`)
  }
  return (
    <>
      <OpeningFile
        place={place}
        words={fileWords}
        settings={firstSettings(reconciliation[side])}
        state={state}
        onState={setState}
      />
      {state.kind === 'read' && (
        <p class="actions">
          <button type="button" disabled={isBusy} onClick={() => void run(add)}>
            {isBusy ? 'Running …' : 'Add it and run the month'}
          </button>
        </p>
      )}
      <FailureNotice error={error} />
    </>
  )
}
