import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { CloseCalls } from './close-calls.ts'
import { serviceClose } from './service-close.ts'

/** Whom the places of a close ask: the service, unless a page says otherwise. */
export const CloseContext = createContext<CloseCalls>(serviceClose)

export const useClose = (): CloseCalls => useContext(CloseContext)
