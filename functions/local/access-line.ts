import { printable } from '@tallystick/audit/base/printable'

/** A request that was answered, or whose client went away before: then without a status. */
export interface Answered {
  readonly method: string | undefined
  /** The target of the request, with its query. */
  readonly url: string | undefined
  readonly status: number | undefined
  readonly milliseconds: number
}

/**
 * One line for a terminal, such as `GET /api/v1/runs 200 12 ms`. The query is left out, and so is the last part of an
 * address that is a secret itself.
 */
export function accessLine({ method = '-', url = '-', status, milliseconds }: Answered): string {
  const path = url.replace(/\?.*$/s, '').replace(/(\/inbox\/).+$/i, '$1…')
  return printable(`${method} ${path} ${status ?? 'ended by its client'} ${Math.round(milliseconds)} ms`)
}
