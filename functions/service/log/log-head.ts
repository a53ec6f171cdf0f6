import { isHash, type Parsed, toHex } from '@tallystick/engine/base'
import { type Checkpoint, emptyLog, type LogEntry, type LogState, parseLogEntry } from '@tallystick/engine/log'
import { createFrontier, hashOfLine, verifyInclusion } from '@tallystick/engine/merkle'
import { textsIn } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { type LogRow, logStore } from '../store/log-store.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { LogDivergedError, requireUndiverged } from './log-diverged.ts'
import { type LogAccess, type LogSigner, tenantHashOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** The head of a log as the database has it, unverified. */
export interface StoredHead {
  readonly row: LogRow | undefined
  /** The newest receipt by the size in the row, and one beyond it if there is one. */
  readonly newest: readonly ReceiptRow[]
}

/** The statements for the members of `StoredHead`, in their order. */
export const headStatements = ({ db }: Pick<LogAccess, 'db'>, tenantId: string) =>
  [logStore(db).find(tenantId), receiptStore(db).newest(tenantId)] as const

export interface LogHead {
  readonly state: LogState
  /** When the newest entry was completed, in milliseconds since the epoch; 0 in an empty log. */
  readonly completedAt: number
  /** The origin under which the newest checkpoint was signed; undefined in an empty log. */
  readonly origin: string | undefined
}

/**
 * Verifies a stored head against the checkpoint that we signed. Throws `LogDivergedError` if something does not fit.
 */
export async function openHead(
  access: LogAccess,
  { tenantId, signer }: { readonly tenantId: string; readonly signer: LogSigner },
  { row, newest }: StoredHead,
): Promise<LogHead> {
  if (row === undefined) throw new LogDivergedError('The log has no row.')
  requireUndiverged(row)
  const [last, beyond] = newest
  const state = stateOf(row)
  if (state.size === 0) {
    requireEqual('state of an empty log', JSON.stringify(state), JSON.stringify(emptyLog(sha256)))
    if (last !== undefined) throw new LogDivergedError('The log is empty by its row, and has a receipt.')
    return { state, completedAt: 0, origin: undefined }
  }
  if (last === undefined || last.sequence !== state.size - 1)
    throw new LogDivergedError(`The receipt ${state.size - 1}, the newest by the log's row, is missing.`)
  if (beyond !== undefined)
    throw new LogDivergedError(`There is a receipt ${beyond.sequence} behind the newest by the log's row.`)
  const receipt = receiptOf(last, state, tenantHashOf(tenantId))
  if (last.checkpoint === null) throw new LogDivergedError('The newest receipt has no checkpoint.')
  const { origin } = requireCheckpoint(await openOwnCheckpoint(access, signer, last.checkpoint), state)
  return { state, completedAt: Date.parse(receipt.completedAt), origin }
}

/** Throws unless the frontier in the row has the row's root. */
function stateOf({ size, frontier, root, previous }: LogRow): LogState {
  const hashes = textsIn(frontier)
  if (hashes === undefined || !hashes.every(isHash))
    throw new LogDivergedError('The frontier of the log is no list of hashes.')
  requireEqual('root of the frontier', rootOf({ size, hashes }) ?? 'none: its size does not fit', root)
  return { size, frontier: hashes, root, previous }
}

function rootOf(state: { readonly size: number; readonly hashes: readonly string[] }): string | undefined {
  try {
    return Number.isSafeInteger(state.size) && state.size >= 0 ? toHex(createFrontier(sha256, state).root()) : undefined
  } catch {
    return undefined
  }
}

function receiptOf({ line, leafHash, inclusion }: ReceiptRow, state: LogState, tenant: string): LogEntry {
  const leaf = hashOfLine(sha256, line)
  requireEqual('leaf hash of the newest receipt', leafHash, leaf)
  requireEqual('newest leaf hash of the log', state.previous, leaf)
  const proof = { index: state.size - 1, size: state.size, hashes: textsIn(inclusion) ?? [] }
  if (!verifyInclusion(sha256, { leaf, root: state.root, proof }))
    throw new LogDivergedError('The newest receipt is not the last leaf of the tree.')
  const receipt = parseLogEntry(line)
  if (!receipt.ok) throw new LogDivergedError(`The newest receipt: ${receipt.detail}.`)
  requireEqual('place of the newest receipt', String(receipt.value.sequence), String(state.size - 1))
  requireEqual('tenant of the newest receipt', receipt.value.tenant, tenant)
  return receipt.value
}

function requireCheckpoint(opened: Parsed<Checkpoint>, { size, root }: LogState): Checkpoint {
  if (!opened.ok) throw new LogDivergedError(`The newest checkpoint: ${opened.detail}.`)
  requireEqual('size of the newest checkpoint', String(opened.value.size), String(size))
  requireEqual('root of the newest checkpoint', opened.value.root, root)
  return opened.value
}

function requireEqual(what: string, got: string, wanted: string): void {
  if (got !== wanted) throw new LogDivergedError(`The ${what} is ${got}, wanted ${wanted}.`)
}
