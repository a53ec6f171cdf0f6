import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { createFrontier, rootOfLines } from '../merkle/frontier.ts'
import { leafHash } from '../merkle/tree.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { type NextOpening, nextOpening, openingLines } from './next-opening.ts'
import { type PeriodBalances, statedBalances } from './period-balances.ts'
import { type PeriodFileName, type PeriodFiles, periodFileNames } from './period-files.ts'
import type { PeriodManifest } from './period-manifest.ts'
import { type BalanceProof, proveBalances } from './proof.ts'
import type { ReadPeriod } from './read-period.ts'
import type { LongFileName } from './reading.ts'
import { type RollForward, rollForward } from './roll-forward.ts'
import type { PeriodState } from './signoff.ts'

/** What a folded period comes to with its balances. */
export interface ProvenPeriod {
  readonly proof: readonly BalanceProof[]
  readonly rollForward: readonly RollForward[]
  readonly opening: NextOpening
}

/** A period that was run again and came to what was signed. */
export interface ClosedPeriod {
  readonly period: ReadPeriod
  readonly proven: ProvenPeriod
  /** The leaf hash of the approval. */
  readonly approval: string
}

export function provePeriod(
  folded: FoldedPeriod,
  { manifest, balances }: { readonly manifest: PeriodManifest; readonly balances: PeriodBalances },
): ProvenPeriod {
  const stated = statedBalances(balances, manifest.period)
  return {
    proof: proveBalances(folded, stated.closing),
    rollForward: rollForward(folded, stated),
    opening: nextOpening(folded, { name: manifest.next.name, balances: stated.closing }),
  }
}

/** Files of a period. Of those that have a line for each record their root is enough. */
export type StateFiles = {
  readonly [name in PeriodFileName]: name extends LongFileName | 'earlier.ndjson'
    ? string | { readonly root: string }
    : string
}

/** The hashes that are signed. O(bytes). */
export const stateOf = (
  sha256: Sha256,
  files: StateFiles,
  { opening, proof, rollForward }: ProvenPeriod,
): PeriodState =>
  stateOfFiles(sha256, files, {
    items: rootOfLines(sha256, openingLines(opening)),
    proof: hashOfText(sha256, canonicalize(JSON.parse(JSON.stringify({ proof, rollForward })))),
  })

/** The state with what somebody says of its outcome. Of lines a Merkle root, of other files SHA-256. O(bytes). */
export function stateOfFiles(
  sha256: Sha256,
  files: StateFiles,
  { items, proof }: Pick<PeriodState, 'items' | 'proof'>,
): PeriodState {
  const hash = (name: PeriodFileName): string => hashOfFile(sha256, name, files[name])
  return {
    'manifest.json': hash('manifest.json'),
    'rules.json': hash('rules.json'),
    'opening.ndjson': hash('opening.ndjson'),
    'earlier.ndjson': hash('earlier.ndjson'),
    'source.ndjson': hash('source.ndjson'),
    'target.ndjson': hash('target.ndjson'),
    'aside.ndjson': hash('aside.ndjson'),
    'instructions.ndjson': hash('instructions.ndjson'),
    'result.ndjson': hash('result.ndjson'),
    'decisions.ndjson': hash('decisions.ndjson'),
    'notes.ndjson': hash('notes.ndjson'),
    'balances.json': hash('balances.json'),
    items,
    proof,
  }
}

/** SHA-256 of the canonical state: the root that is approved. */
export const rootOfState = (sha256: Sha256, state: PeriodState): string => hashOfText(sha256, canonicalize(state))

/** The files whose hashes are not those of the state. */
export const changedFiles = (sha256: Sha256, files: PeriodFiles, state: PeriodState): readonly PeriodFileName[] =>
  periodFileNames.filter((name) => name !== 'signoffs.ndjson' && hashOfFile(sha256, name, files[name]) !== state[name])

function hashOfFile(sha256: Sha256, name: PeriodFileName, text: StateFiles[PeriodFileName]): string {
  if (typeof text !== 'string') return text.root
  return name.endsWith('.ndjson') ? rootOfText(sha256, text) : hashOfText(sha256, text)
}

/** A text without a newline at its end has the root of its lines and of what follows them. */
function rootOfText(sha256: Sha256, text: string): string {
  const frontier = createFrontier(sha256)
  for (const line of linesOf(text)) frontier.append(leafHash(sha256, utf8(line)))
  const rest = text.slice(text.lastIndexOf('\n') + 1)
  if (rest !== '') frontier.append(leafHash(sha256, utf8(`${rest}\n`)))
  return toHex(frontier.root())
}

const hashOfText = (sha256: Sha256, text: string): string => toHex(sha256(utf8(text)))
