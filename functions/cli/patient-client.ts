import { type Client, createClient, type Failure, TallystickError } from '@tallystick/client'
import { eraseLine, printable, type Terminal } from './terminal.ts'

/** How often one request is tried, with about half a minute of waiting in all. */
const tries = 8

type ApiKeyResult =
  | { readonly ok: true; readonly apiKey: string }
  | { readonly ok: false; readonly faults: readonly string[] }

/** The API key of `--key`, or of the environment. Refuses one that no header can hold, such as an example's `tsk_test_…`. */
export function readApiKey(given: string | undefined): ApiKeyResult {
  const apiKey = given ?? process.env['TALLYSTICK_API_KEY']
  if (apiKey === undefined) return { ok: false, faults: ['Got no API key, wanted --key or TALLYSTICK_API_KEY'] }
  return /^[!-~]+$/.test(apiKey)
    ? { ok: true, apiKey }
    : { ok: false, faults: ['The API key has a character that no key has, such as the … of an example'] }
}

export interface Connection {
  readonly address: string
  readonly apiKey: string
}

/** Thrown where the address has refused connections since the command began: the address is probably wrong. */
export class NobodyThereError extends TallystickError {
  constructor(failure: Failure, address: string) {
    super(failure)
    this.message = `${this.message}; is the service running at ${address}?`
  }
}

/**
 * A client that prints to standard error why a request is retried, each reason once until the service answers again.
 * Its calls throw `NobodyThereError` at once where the first connection is refused.
 */
export function createPatientClient({ address, apiKey }: Connection, terminal: Terminal): Client {
  let said: string | undefined
  let wasThere = false
  return createClient({
    ...{ baseUrl: address, apiKey, tries },
    fetch: async (request) => {
      const response = await fetch(request)
      wasThere = true
      if (response.ok) said = undefined
      return response
    },
    onRetry: (failure) => {
      if (!wasThere && isRefused(failure)) throw new NobodyThereError(failure, address)
      const reason = printable(new TallystickError(failure).message)
      if (reason === said) return
      said = reason
      const beginning = terminal.columnCount === undefined ? '' : eraseLine
      terminal.printError(`${beginning}tallystick: ${reason}; trying again\n`)
    },
  })
}

/** Whether the connection was refused at every IP address of the host name. */
const isRefused = (failure: Failure): boolean =>
  failure.kind === 'unreachable' &&
  failure.cause instanceof Error &&
  failure.cause.cause instanceof Error &&
  'code' in failure.cause.cause &&
  failure.cause.cause.code === 'ECONNREFUSED'
