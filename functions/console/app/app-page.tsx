import { Suspense } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { usePageTitle } from '../parts/page-title.ts'
import { apiKey } from '../shell/api-key.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { type AppPlace, placeOf } from './app-place.ts'
import { FailureNotice } from './failure-notice.tsx'
import { findSession, isSignedIn, session } from './session.ts'
import { SignInPage } from './sign-in-page.tsx'
import { useCall } from './use-call.ts'
import './app-page.css'

/** Fetched by those who are signed in: it holds every place of the workspace. */
const SignedIn = lazyPart(() => import('./signed-in.tsx').then((module) => module.SignedIn))

export function AppPage() {
  const { path } = useLocation()
  const place = placeOf(path)
  usePageTitle(titles[place.name])
  return (
    <>
      <OfflineNotice />
      {isSignedIn.value ? (
        <Suspense fallback={<p aria-busy="true">Loading the workspace …</p>}>
          <SignedIn place={place} />
        </Suspense>
      ) : (
        <SignedOut />
      )}
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
