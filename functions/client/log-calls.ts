import type { LogAudit, LogConsistency } from '@tallystick/schema/log'
import type { Calls } from './calls.ts'
import { type CallOptions, segment } from './transport.ts'

/** The calls for the signed log at `path`, which is in the format of C2SP tlog-tiles. */
const tileCalls = (calls: Calls, path: string) => ({
  /**
   * The newest signed checkpoint (C2SP tlog-checkpoint). The checkpoint of the index also has the cosignatures of
   * witnesses.
   */
  checkpoint: (options: CallOptions = {}): Promise<string> =>
    calls.text(`${path}/checkpoint`, { accept: 'text/plain', ...options }),

  /** A tile of up to 256 hashes; `place` is `000`, `x001/234` or `000.p/5`. */
  tile: (level: number, place: string, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> =>
    calls.bytes(`${path}/tile/${level}/${placeIn(place)}`, { accept: octets, ...options }),

  /**
   * A bundle of up to 256 entries, each preceded by its length in two bytes. Entries of the index are heads of logs.
   */
  entries: (place: string, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> =>
    calls.bytes(`${path}/entries/${placeIn(place)}`, { accept: octets, ...options }),
})

export const indexCalls = (calls: Calls) => tileCalls(calls, '/index')

export const logCalls = (calls: Calls) => ({
  ...tileCalls(calls, '/log'),

  /** Proves that the log of size `to` begins with that of size `from` (RFC 6962 §2.1.2). */
  consistency: (from: number, to: number, options: CallOptions = {}): Promise<LogConsistency> =>
    calls.json('/log/consistency', { query: { from, to }, ...options }),

  verify: (options: CallOptions = {}): Promise<LogAudit> => calls.json('/log/verify', options),
})

const octets = 'application/octet-stream'

const placeIn = (place: string): string => place.split('/').map(segment).join('/')
