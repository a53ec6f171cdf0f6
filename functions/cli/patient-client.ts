import { type Client, createClient, TallystickError } from '../client/index.ts'
import { eraseLine, printable, type Terminal } from './terminal.ts'

/** Tries of one request: most of a minute of waiting. */
const tries = 8

export interface Connection {
  /** The address of the service. */
  readonly address: string
  readonly apiKey: string
}

/**
 * A client for a person who waits: why a request is tried again is printed to standard error, once until the service
 * answers or the reason is another.
 */
export function createPatientClient({ address, apiKey }: Connection, terminal: Terminal): Client {
  let said: string | undefined
  return createClient({
    ...{ baseUrl: address, apiKey, tries },
    fetch: async (request) => {
      const response = await fetch(request)
      if (response.ok) said = undefined
      return response
    },
    onRetry: (failure) => {
      const reason = printable(new TallystickError(failure).message)
      if (reason === said) return
      said = reason
      const beginning = terminal.columnCount === undefined ? '' : eraseLine
      terminal.printError(`${beginning}tallystick: ${reason}; trying again\n`)
    },
  })
}
