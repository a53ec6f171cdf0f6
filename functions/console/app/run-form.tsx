import type { NewRun } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'
import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { AdapterField } from './adapter-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { policyMembersOf } from './rules-choice.ts'
import { RulesPicker } from './rules-picker.tsx'
import { client, mayDo } from './session.ts'
import { useAction } from './use-call.ts'

export function RunForm({ sourceAdapter }: { readonly sourceAdapter: string }) {
  const { route } = useLocation()
  const [source, setSource] = useState(sourceAdapter)
  const [target, setTarget] = useState('')
  const [name, setName] = useState('')
  const [policy, setPolicy] = useState<JsonValue | undefined>()
  const keyFor = useIdempotencyKey()
  const { isBusy, error, run } = useAction()
  const start = async (): Promise<void> => {
    if (policy === undefined) return
    const request: NewRun = {
      name: name.trim() === '' ? `${await nameOfSide(source)} against ${await nameOfSide(target)}` : name.trim(),
      sourceAdapter: source.trim(),
      targetAdapter: target.trim(),
      ...policyMembersOf(policy),
    }
    const made = await client().runs.create(request, { idempotencyKey: keyFor(request) })
    route(`/app/runs/${made.id}`)
  }
  const isNamed = source.trim() !== '' && target.trim() !== ''
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(start)
      }}
    >
      <div class="form-grid">
        <AdapterField label="Source" value={source} onChange={setSource} withDatasets />
        <AdapterField label="Target" value={target} onChange={setTarget} withDatasets />
        <label class="field">
          Name
          <input
            value={name}
            maxLength={200}
            placeholder="March bank against ledger"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
      </div>
      <p class="small soft">
        An adapter stands for its newest dataset; <code>dataset:…</code> is one dataset for good.
      </p>
      <RulesPicker sides={{ sourceAdapter: source, targetAdapter: target }} onPolicy={setPolicy} />
      <FailureNotice error={error} />
      <p class="actions">
        <button type="submit" disabled={isBusy || !isNamed || policy === undefined}>
          {isBusy ? 'Reconciling …' : 'Start the run'}
        </button>
        {!isNamed && <span class="small soft">Name both sides first.</span>}
      </p>
    </form>
  )
}

/** A side that is a dataset appears in the name of the run by the dataset's name, not by its id. */
async function nameOfSide(side: string): Promise<string> {
  const [, id] = /^dataset:(.+)$/.exec(side.trim()) ?? []
  return id === undefined || !mayDo('datasets:read') ? side.trim() : (await client().datasets.get(id)).name
}

/** The same key for the same request, so that a retry makes no second run. */
function useIdempotencyKey(): (request: NewRun) => string {
  const last = useRef({ request: '', key: '' })
  return (request) => {
    const text = JSON.stringify(request)
    if (last.current.request !== text) last.current = { request: text, key: crypto.randomUUID() }
    return last.current.key
  }
}
