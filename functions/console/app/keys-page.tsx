import type { KeyRecord, NewKeyRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { timeText } from '../parts/plain-words.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { EmptyPlace } from './empty-place.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { KeyForm } from './key-form.tsx'
import { MoreButton } from './more-button.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { SecretNotice } from './secret-notice.tsx'
import { client, keyId, mayDo } from './session.ts'
import { useAction, useList } from './use-call.ts'

export function KeysPage() {
  if (!mayDo('keys:admin'))
    return (
      <>
        <h1>Keys</h1>
        <ScopeNotice scopes={['keys:admin']} />
      </>
    )
  return <Keys />
}

function Keys() {
  const list = useList('keys', (signal) => client().keys.list({}, { signal }))
  const [made, setMade] = useState<NewKeyRecord | undefined>()
  const [isForm, setForm] = useState(false)
  const show = (key: NewKeyRecord): void => {
    setMade(key)
    setForm(false)
    list.reload()
  }
  return (
    <>
      <div class="title-row">
        <h1>Keys</h1>
        <button type="button" class={isForm ? 'quiet' : undefined} onClick={() => setForm(!isForm)}>
          {isForm ? 'Close' : 'New key'}
        </button>
      </div>
      {isForm && <KeyForm onMade={show} />}
      {made !== undefined && (
        <SecretNotice label="The new key" secret={made.secret} onDone={() => setMade(undefined)}>
          The key <strong class="of-file">{made.name}</strong>.
        </SecretNotice>
      )}
      <FailureNotice error={list.error} onRetry={list.reload} />
      {list.items.length === 0 && !list.isLoading && list.error === undefined ? (
        <EmptyPlace title="No keys">
          <p>Make one for each program and each person, with no more scopes than are needed.</p>
        </EmptyPlace>
      ) : (
        <KeyTable keys={list.items} onMade={show} onGone={list.reload} />
      )}
      <MoreButton list={list} />
    </>
  )
}

interface KeyTableProps {
  readonly keys: readonly KeyRecord[]
  readonly onMade: (key: NewKeyRecord) => void
  readonly onGone: () => void
}

function KeyTable({ keys, onMade, onGone }: KeyTableProps) {
  if (keys.length === 0) return <p aria-busy="true">Asking for your keys …</p>
  return (
    <div class="table-frame">
      <table class="stacked">
        <thead>
          <tr>
            <th>Name</th>
            <th>Scopes</th>
            <th>Made</th>
            <th>Last used</th>
            <th>Ends</th>
            <th>
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} record={key} onMade={onMade} onGone={onGone} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface KeyRowProps extends Omit<KeyTableProps, 'keys'> {
  readonly record: KeyRecord
}

function KeyRow({ record, onMade, onGone }: KeyRowProps) {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = record
  const { isBusy, error, run } = useAction()
  const isOver = revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
  return (
    <tr class={isOver ? 'is-over' : undefined}>
      <td data-label="Name">
        <span class="of-file">{name}</span> {id === keyId.value && <span class="state">signed in</span>}
        <code class="under small soft">tsk_{prefix}…</code>
        <FailureNotice error={error} />
      </td>
      <td data-label="Scopes" class="small">
        {scopes.join(', ')}
      </td>
      <td data-label="Made" class="time">
        {timeText(createdAt)}
      </td>
      <td data-label="Last used" class="time">
        {lastUsedAt === null ? 'never' : timeText(lastUsedAt)}
      </td>
      <td data-label="Ends" class="time">
        {revokedAt === null ? (expiresAt === null ? 'never' : timeText(expiresAt)) : `revoked ${timeText(revokedAt)}`}
      </td>
      <td class="row-actions">
        {!isOver && (
          <>
            <ConfirmButton
              label="Rotate"
              question={`A new key takes the place of “${name}”, which goes on for one day.`}
              confirm="Rotate it"
              isBusy={isBusy}
              onConfirm={() => run(async () => onMade(await client().keys.rotate(id)))}
            />
            <ConfirmButton
              label="Revoke"
              question={`“${name}” stops within seconds, for every program that uses it.${id === keyId.value ? ' It is the key that you are signed in with.' : ''}`}
              confirm="Revoke it"
              isDangerous
              isBusy={isBusy}
              onConfirm={() =>
                run(async () => {
                  await client().keys.revoke(id)
                  onGone()
                })
              }
            />
          </>
        )}
      </td>
    </tr>
  )
}
