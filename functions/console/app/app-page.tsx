import type { Scope } from '@tallystick/client'
import { Suspense } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { usePageTitle } from '../parts/page-title.ts'
import { apiKey } from '../shell/api-key.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { FilesStep } from './close/files-step.tsx'
import { PeriodPage } from './close/period-page.tsx'
import { ReconciliationPage } from './close/reconciliation-page.tsx'
import { ReconciliationsPage } from './close/reconciliations-page.tsx'
import './app-page.css'
import './app-lists.css'
import { DatasetPage } from './dataset-page.tsx'
import { DatasetsPage } from './datasets-page.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { KeysPage } from './keys-page.tsx'
import { RunPage } from './run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { client, findSession, isSignedIn, keyScopes, mayDo, noteUsage, session, signOut } from './session.ts'
import { SignInPage } from './sign-in-page.tsx'
import { StartPage } from './start-page.tsx'
import { UsagePage } from './usage-page.tsx'
import { type Asked, useAction, useCall } from './use-call.ts'

const WebhookPlace = lazyPart(() => import('./webhooks/webhook-place.tsx').then((module) => module.WebhookPlace))

export function AppPage() {
  const { path } = useLocation()
  const place = placeOf(path)
  usePageTitle(titles[place.name])
  return (
    <>
      <OfflineNotice />
      {isSignedIn.value ? <SignedIn place={place} /> : <SignedOut />}
    </>
  )
}

function SignedOut() {
  const { error, reload } = useCall('session', async () => {
    if (apiKey.value === undefined && session.value === undefined) await findSession()
  })
  if (error !== undefined) return <FailureNotice error={error} onRetry={reload} />
  return session.value === undefined ? <p aria-busy="true">Asking whether you are signed in …</p> : <SignInPage />
}

const titles: { readonly [name in AppPlace['name']]: string } = {
  start: 'Workspace',
  reconciliations: 'Close',
  periods: 'Period',
  datasets: 'Datasets',
  runs: 'Runs',
  webhooks: 'Webhooks',
  keys: 'Keys',
  usage: 'Usage',
  unknown: 'No such page',
}

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

function SignedIn({ place }: { readonly place: AppPlace }) {
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

function OfflineNotice() {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const note = (): void => setOnline(navigator.onLine)
    for (const name of ['online', 'offline']) addEventListener(name, note)
    return () => {
      for (const name of ['online', 'offline']) removeEventListener(name, note)
    }
  }, [])
  if (isOnline) return null
  return (
    <p class="notice app-notice" role="status">
      You are offline. What is on this page stays; the service is asked again once you are back.{' '}
      <a href="/">Two files</a> can be reconciled without it.
    </p>
  )
}

const tabOf = ({ name }: AppPlace): AppPlace['name'] => (name === 'periods' ? 'reconciliations' : name)

const placeNames = ['reconciliations', 'periods', 'datasets', 'runs', 'webhooks', 'keys', 'usage'] as const
type PlaceName = (typeof placeNames)[number]

interface AppPlace {
  /** `start` is the workspace itself, `unknown` an address that leads nowhere. */
  readonly name: PlaceName | 'start' | 'unknown'
  readonly id: string | undefined
}

/** `/app/runs/run_1` leads to that run. */
function placeOf(path: string): AppPlace {
  const [, app, name = '', id, ...rest] = path.replace(/\/+$/, '').split('/')
  if (app !== 'app' || rest.length > 0) return { name: 'unknown', id: undefined }
  if (name === '') return { name: 'start', id: undefined }
  const known = placeNames.find((each) => each === name)
  const takesId = known !== 'keys' && known !== 'usage'
  if (known === undefined || (id !== undefined && !takesId) || (known === 'periods' && id === undefined))
    return { name: 'unknown', id: undefined }
  return { name: known, id }
}

const useScopes = (): Asked<void> =>
  useCall('scopes', async (signal) => {
    if (keyScopes.value === undefined) noteUsage(await client().usage.get({ signal }))
  })
