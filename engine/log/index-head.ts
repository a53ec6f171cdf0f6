import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { hasOnlyMembers, isCount, isHash, isTextList, orNull, parseShape } from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import { verifyConsistency } from '../merkle/proofs.ts'
import { hashOfLine } from '../merkle/tree.ts'

/**
 * The index log of a service. Each entry is the head of a tenant's log at some time, and continues the previous head of
 * that log. So one checkpoint of the index, with its witnesses, covers the logs of all tenants. If a log was forked,
 * the index shows two heads that continue the same head, or two that are the first.
 */

export interface IndexHead {
  readonly kind: 'tallystick/head@2'
  readonly log: string
  readonly size: number
  readonly root: string
  /** The entry with the previous head of this log: its number and leaf hash. Null for the first head. */
  readonly previous: { readonly entry: number; readonly hash: string } | null
  /** The proof (RFC 6962 §2.1.2) that the log begins with the log of the previous head; empty for the first head. */
  readonly consistency: readonly string[]
}

/**
 * The line of a head, without newline:
 *
 *     {"consistency":["…"],"kind":"tallystick/head@2","log":"…","previous":{"entry":4,"hash":"…"},"root":"…","size":5}
 */
export const formatHead = ({ log, size, root, previous, consistency }: Omit<IndexHead, 'kind'>): string =>
  canonicalize({
    consistency: [...consistency],
    kind: 'tallystick/head@2',
    log,
    previous: previous && { entry: previous.entry, hash: previous.hash },
    root,
    size,
  })

/** Refuses every text that `formatHead` would not write. Verifies nothing. */
export const parseHead = (line: string): Parsed<IndexHead> =>
  parseShape<IndexHead>(line, 'a head', {
    consistency: isTextList,
    kind: (value) => value === 'tallystick/head@2',
    log: isHash,
    previous: orNull(hasOnlyMembers({ entry: isCount, hash: isHash })),
    root: isHash,
    size: isCount,
  })

export const logNameOf = (sha256: Sha256, origin: string): string => toHex(sha256(utf8(origin)))

/** `<log origin>/index`. No tenant's log has this origin: their names are hashes. */
export const indexOriginOf = (logOrigin: string): string => `${logOrigin}/index`

/** The origin of the index that belongs to the origin of a tenant's log. */
export const indexOriginOfLog = (origin: string): string => indexOriginOf(origin.slice(0, origin.lastIndexOf('/')))

export interface PlacedHead {
  readonly entry: number
  readonly hash: string
  readonly size: number
  readonly root: string
}

export const placeHead = (
  sha256: Sha256,
  entry: number,
  { line, head }: { readonly line: string; readonly head: IndexHead },
): PlacedHead => ({ entry, hash: hashOfLine(sha256, line), size: head.size, root: head.root })

/** Why `head` does not continue `before`; undefined where it does. The names of the logs are not compared. O(log n). */
export function growthFault(
  sha256: Sha256,
  { size, root, previous, consistency }: IndexHead,
  before: PlacedHead,
): string | undefined {
  if (previous?.hash !== before.hash || previous.entry !== before.entry)
    return `it does not name the entry ${before.entry} as the one before`
  if (size <= before.size) return `its size is ${size}, and that of the one before is ${before.size}`
  const proof = { from: before.size, to: size, hashes: consistency }
  if (verifyConsistency(sha256, { fromRoot: before.root, toRoot: root, proof })) return undefined
  return `its proof does not show that the log of size ${size} begins with that of size ${before.size}`
}

/** Why a head cannot be the first of its log; undefined where it can. */
export function firstFault({ size, previous, consistency }: IndexHead): string | undefined {
  if (previous !== null) return 'it names an entry before, and is the first of its log'
  return size === 0 || consistency.length > 0 ? 'it is the first of its log, and is empty or has a proof' : undefined
}
