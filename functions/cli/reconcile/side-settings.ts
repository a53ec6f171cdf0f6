import { encodingLabels, isCurrencyCode } from '@tallystick/engine'
import type { ReconcileArguments } from '../arguments.ts'
import type { ConfigResult } from '../read-config.ts'
import { got } from '../words.ts'

/** What is said of a side's file beside its mapping, as in the query of an upload. */
export interface SideSettings {
  /** The currency of records that name none. */
  readonly currency: string | undefined
  readonly encoding: string | undefined
}

/** The settings of each side, or a fault for each value that is none. */
export function readSettings({
  currencies,
  encodings,
}: ReconcileArguments): ConfigResult<{ readonly source: SideSettings; readonly target: SideSettings }> {
  const known = encodingLabels()
  const faults = [
    ...currencies
      .filter((code) => !isCurrencyCode(code))
      .map((code) => `${got(code)} as --currency, wanted an ISO 4217 code in upper case, such as EUR`),
    ...encodings
      .filter((label) => !known.includes(label.toLowerCase()))
      .map((label) => `${got(label)} as --encoding, wanted one of ${known.join(', ')}`),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const sideAt = (position: number): SideSettings => ({
    currency: currencies[position] ?? currencies[0],
    encoding: encodings[position] ?? encodings[0],
  })
  return { ok: true, value: { source: sideAt(0), target: sideAt(1) } }
}
