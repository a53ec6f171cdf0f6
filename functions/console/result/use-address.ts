import { useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type ResultAddress, readAddress, searchOf } from './result-address.ts'

/** Whether a change of the address becomes a step in the browser's history. */
type Keeping = 'push' | 'replace'

export interface AddressState {
  readonly address: ResultAddress
  readonly go: (change: Partial<ResultAddress>, keeping: Keeping) => void
}

export function useAddress(): AddressState {
  const { url, path, route } = useLocation()
  const address = useMemo(() => readAddress(url), [url])
  const current = useRef(address)
  current.current = address
  const go = useMemo(
    () => (change: Partial<ResultAddress>, keeping: Keeping) => {
      current.current = { ...current.current, ...change }
      route(`${path}${searchOf(current.current)}`, keeping === 'replace')
    },
    [path, route],
  )
  return { address, go }
}
