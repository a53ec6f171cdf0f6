import { canonicalize } from '../base/canonical.ts'
import { isCount, isHash, isText, parseShape } from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import type { Checkpoint } from './checkpoint.ts'

/**
 * The index log of a service: each leaf is the head of a tenant's log as it stood at some time. One checkpoint of the
 * index, and what witnesses say of it, thereby holds for the logs of all tenants.
 */

/** The head of a tenant's log. */
export interface IndexHead extends Checkpoint {
  readonly kind: 'tallystick/head@1'
}

/** The line of a head, without newline: `{"kind":"tallystick/head@1","origin":"…","root":"…","size":5}` */
export const formatHead = ({ origin, root, size }: Checkpoint): string =>
  canonicalize({ kind: 'tallystick/head@1', origin, root, size })

/** Reads the line of a head. Refuses every text that `formatHead` would not write. */
export const parseHead = (line: string): Parsed<IndexHead> =>
  parseShape<IndexHead>(line, 'a head', {
    kind: (value) => value === 'tallystick/head@1',
    origin: isText,
    root: isHash,
    size: isCount,
  })

/** The origin of the index log: `<log origin>/index`. No tenant's log has it: their names are hashes. */
export const indexOriginOf = (logOrigin: string): string => `${logOrigin}/index`

/** The origin of the index that holds the log of a tenant: what `originOf` and `indexOriginOf` put the name after. */
export const indexOriginOfLog = (origin: string): string => indexOriginOf(origin.slice(0, origin.lastIndexOf('/')))
