import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import '../app/app-page.css'
import '../app/app-lists.css'
import { PeriodPage } from '../app/close/period-page.tsx'
import { ReconciliationPage } from '../app/close/reconciliation-page.tsx'
import { CloseContext } from '../app/close/use-close.ts'
import { usePageTitle } from '../parts/page-title.ts'
import { NewClose } from './new-close.tsx'
import { ownClose } from './own-calls.ts'
import { OwnFilesStep } from './own-files-step.tsx'
import { loadKeys, ownKeys } from './own-key.ts'
import { SignerBar } from './signer-bar.tsx'

/** A close without an account: `/close/new`, `/close/<close>` and `/close/<close>/<number of the month>`. */
export function OwnClosePage() {
  const { path } = useLocation()
  usePageTitle('Close')
  useEffect(() => void loadKeys(), [])
  const [close = '', number] = path.replace(/\/+$/, '').split('/').slice(2)
  if (close === 'new')
    return (
      <CloseContext.Provider value={ownClose}>
        {(ownKeys.value ?? []).length > 0 && <SignerBar />}
        <NewClose />
      </CloseContext.Provider>
    )
  return (
    <CloseContext.Provider value={ownClose}>
      <SignerBar />
      {number === undefined ? (
        <ReconciliationPage key={close} id={close} />
      ) : (
        <PeriodPage key={`${close}/${number}`} id={`${close}/${number}`} files={OwnFilesStep} />
      )}
    </CloseContext.Provider>
  )
}
