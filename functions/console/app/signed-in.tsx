import type { Scope } from '@tallystick/client'
import { Suspense } from 'preact/compat'
import { lazyPart } from '../shell/lazy-part.ts'
import type { AppPlace, PlaceName } from './app-place.ts'
import { FilesStep } from './close/files-step.tsx'
import { PeriodPage } from './close/period-page.tsx'
import { ReconciliationPage } from './close/reconciliation-page.tsx'
import { ReconciliationsPage } from './close/reconciliations-page.tsx'
import { DatasetPage } from './dataset-page.tsx'
import { DatasetsPage } from './datasets-page.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { KeysPage } from './keys-page.tsx'
import { RunPage } from './run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { client, keyScopes, mayDo, noteUsage, session, signOut } from './session.ts'
import { StartPage } from './start-page.tsx'
import { UsagePage } from './usage-page.tsx'
import { type Asked, useAction, useCall } from './use-call.ts'
import './app-lists.css'

const WebhookPlace = lazyPart(() => import('./webhooks/webhook-place.tsx').then((module) => module.WebhookPlace))

interface Tab {
  readonly name: PlaceName
  readonly label: string
  /** Whoever lacks it has no use for the place. */
  readonly scope?: Scope
}

const tabs: readonly Tab[] = [
  { name: 'reconciliations', label: 'Close' },
  { name: 'datasets', label: 'Datasets' },
  { name: 'runs', label: 'Runs' },
  { name: 'webhooks', label: 'Webhooks', scope: 'webhooks:manage' },
  { name: 'keys', label: 'Keys' },
  { name: 'usage', label: 'Usage' },
]

export function SignedIn({ place }: { readonly place: AppPlace }) {
  const ending = useAction()
  const { error, reload } = useScopes()
  const shownTabs = tabs.filter(({ scope }) => scope === undefined || mayDo(scope))
  return (
    <>
      <div class="app-bar">
        <nav aria-label="Workspace">
          <ul>
            {shownTabs.map(({ name, label }) => (
              <li key={name}>
                <a class="place-link" href={`/app/${name}`} aria-current={tabOf(place) === name ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <span class="actions">
          {session.value && <span class="small soft of-file">{session.value.member.name}</span>}
          <button type="button" class="quiet small" disabled={ending.isBusy} onClick={() => void ending.run(signOut)}>
            Sign out
          </button>
        </span>
      </div>
      <FailureNotice error={ending.error} />
      {keyScopes.value !== undefined ? (
        <PlaceContent place={place} />
      ) : error === undefined ? (
        <p aria-busy="true">Asking what you may do …</p>
      ) : (
        <FailureNotice error={error} onRetry={reload} />
      )}
    </>
  )
}

function PlaceContent({ place: { name, id } }: { readonly place: AppPlace }) {
  if (name === 'datasets') return id === undefined ? <DatasetsPage /> : <DatasetPage key={id} id={id} />
  if (name === 'runs') return id === undefined ? <RunsPage /> : <RunPage key={id} id={id} />
  if (name === 'reconciliations')
    return id === undefined ? <ReconciliationsPage /> : <ReconciliationPage key={id} id={id} />
  if (name === 'periods' && id !== undefined) return <PeriodPage key={id} id={id} files={FilesStep} />
  if (name === 'webhooks')
    return (
      <Suspense fallback={<p aria-busy="true">Loading the page …</p>}>
        <WebhookPlace id={id} />
      </Suspense>
    )
  if (name === 'keys') return <KeysPage />
  if (name === 'usage') return <UsagePage />
  if (name === 'start') return <StartPage />
  return (
    <section class="narrow">
      <h1>No such page</h1>
      <p>
        The workspace has no such place. Go to your <a href="/app/datasets">datasets</a> or <a href="/app/runs">runs</a>
        .
      </p>
    </section>
  )
}

const tabOf = ({ name }: AppPlace): AppPlace['name'] => (name === 'periods' ? 'reconciliations' : name)

const useScopes = (): Asked<void> =>
  useCall('scopes', async (signal) => {
    if (keyScopes.value === undefined) noteUsage(await client().usage.get({ signal }))
  })
