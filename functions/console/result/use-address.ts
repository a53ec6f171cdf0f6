import { useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type ResultAddress, readAddress, searchOf } from './result-address.ts'

/** How a change of the address is kept: a step that the browser goes back from, or in place of the one before. */
export type Keeping = 'push' | 'replace'

export interface AddressState {
  readonly address: ResultAddress
  readonly go: (change: Partial<ResultAddress>, keeping: Keeping) => void
}

/** The address of the result that is shown, and how it is changed. */
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
