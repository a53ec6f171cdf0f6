import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { KeptClose } from '../engine-worker/own-close-types.ts'
import { forgetClose, goOnFrom, keptCloses, listKeptCloses } from '../local-run/kept-closes.ts'
import { FileButton } from '../parts/file-choice.tsx'
import { faultText } from '../parts/plain-words.ts'
import { whenIdle } from '../shell/when-idle.ts'

/** The closes that are kept on this machine, and how one goes on with the pack of a month. */
export function CloseList() {
  const { route } = useLocation()
  const [fault, setFault] = useState<unknown>()
  const [isOpening, setOpening] = useState(false)
  const attempt = (work: () => Promise<void>): void => {
    setFault(undefined)
    void work().catch(setFault)
  }
  useEffect(() => attempt(() => whenIdle().then(listKeptCloses)), [])
  const take = async (pack: File): Promise<void> => {
    setOpening(true)
    try {
      route(await goOnFrom(pack))
    } finally {
      setOpening(false)
    }
  }
  return (
    <section class="card kept-list" aria-labelledby="close-heading">
      <h2 id="close-heading">Month after month</h2>
      <p class="soft">
        Close a month without an account: decide about what is open, prove the balances, and have a second key sign.
        Begin with two files above, or with the pack of a month.
      </p>
      {keptCloses.value.length > 0 && (
        <ul>
          {keptCloses.value.map((close) => (
            <KeptCloseLine key={close.id} close={close} onForget={() => attempt(() => forgetClose(close.id))} />
          ))}
        </ul>
      )}
      <p class="actions">
        <FileButton
          hasFile={false}
          purpose="that is the pack of a month"
          onFile={(pack) => attempt(() => take(pack))}
        />
        <span class="small soft">
          the pack of a month, such as 2026-03.zip; <a href="/verify">Verify</a> shows what any pack says
        </span>
      </p>
      <p role="status">{isOpening && 'Checking the pack, and running its rules again …'}</p>
      {fault !== undefined && (
        <p class="notice fault of-file" role="alert">
          {faultText(fault)}
        </p>
      )}
    </section>
  )
}

const stateWords = { open: 'open', submitted: 'waits for approval', closed: 'closed' } as const

interface KeptCloseProps {
  readonly close: KeptClose
  readonly onForget: () => void
}

function KeptCloseLine({ close: { id, name, months }, onForget }: KeptCloseProps) {
  const newest = months.at(-1)
  return (
    <li>
      <a class="of-file" href={newest === undefined ? `/close/${id}` : `/close/${id}/${newest.number}`}>
        {name}
      </a>
      <span class="small soft">{newest && `${newest.name}, ${stateWords[newest.state]}`}</span>
      <button type="button" class="quiet small-button" onClick={onForget}>
        Forget<span class="hidden"> {name}</span>
      </button>
    </li>
  )
}
