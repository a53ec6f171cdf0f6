import { useState } from 'preact/hooks'
import type { RunOrigin } from '../engine-worker/engine-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { saveFile } from '../parts/save-file.ts'
import type { RunEvidence } from './run-evidence.ts'

interface ProofRequest {
  readonly evidence: RunEvidence | undefined
  readonly origin: RunOrigin
  readonly id: string
  readonly leaf: number
}

export function ProofOfLine({ evidence, origin, id, leaf }: ProofRequest) {
  return (
    <section class="line-proof">
      <h3>Proof</h3>
      {evidence === undefined ? <NotSealed origin={origin} /> : <SaveProof evidence={evidence} id={id} leaf={leaf} />}
    </section>
  )
}

type Saving = 'ready' | 'busy' | { readonly fault: string }

function SaveProof({ evidence, id, leaf }: { readonly evidence: RunEvidence } & Pick<ProofRequest, 'id' | 'leaf'>) {
  const [state, setState] = useState<Saving>('ready')
  const save = async (): Promise<void> => {
    setState('busy')
    try {
      saveFile(`${id}.proof.json`, await evidence.proofOf(leaf))
      setState('ready')
    } catch (error) {
      setState({ fault: faultText(error) })
    }
  }
  return (
    <>
      <p class="small">
        The proof leads from this line and its records to the signed checkpoint. Anyone verifies it without this
        service: on <a href="/verify">the page for it</a>, or with <code>npx tallystick verify</code>.
      </p>
      <button type="button" class="quiet small-button" disabled={state === 'busy'} onClick={() => void save()}>
        {state === 'busy' ? 'Fetching the proof …' : 'Save the proof of this line'}
      </button>
      {typeof state === 'object' && (
        <p class="notice fault" role="alert">
          The proof was not saved: {state.fault}. Try again in a moment.
        </p>
      )}
    </>
  )
}

const NotSealed = ({ origin }: Pick<ProofRequest, 'origin'>) => (
  <p class="small soft">
    {origin === 'pack'
      ? 'This line is one of the lines of the pack, which proves all of them together.'
      : 'Not sealed: this run was made on your machine, and nobody signed it. To have it sealed, send the same files and rules to a service, in the workspace or with '}
    {origin !== 'pack' && (
      <>
        <code>npx tallystick run</code>: it comes to the same root.
      </>
    )}
  </p>
)
