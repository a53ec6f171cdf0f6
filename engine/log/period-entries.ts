import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import {
  hasOnlyMembers,
  isCount,
  isHash,
  isText,
  isTimestamp,
  orNull,
  parseShape,
  type ValueTest,
} from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import { appendReceiptLine, type LogState, type SealedReceipt } from './receipt.ts'

/** Entries of the log about periods: a batch of decisions, and each step from open to closed and back. */

interface PeriodFields {
  /** The id of the member or API key. */
  readonly actor: string
  /** When the entry was sealed; not before the previous entry. */
  readonly completedAt: string
  readonly createdAt: string
  readonly id: string
  /** The id of the period. */
  readonly period: string
  /** The revision of the period that the entry makes, unless something that is no entry changes the period first. */
  readonly revision: number
  readonly tenant: string
}

export interface DecisionsFields extends PeriodFields {
  readonly kind: 'tallystick/decisions@1'
  readonly count: number
  /** Merkle root over the canonical lines of the decisions. */
  readonly root: string
}

export const signoffActs = ['submit', 'approve', 'reject', 'reopen'] as const
export type SignoffAct = (typeof signoffActs)[number]

/** A member or API key, with the name that it had then. */
export type Signer = { readonly id: string; readonly name: string }

/** A rejection and a reopening have the roots of what was submitted. */
export interface SignoffFields extends PeriodFields {
  readonly kind: 'tallystick/signoff@1'
  readonly act: SignoffAct
  /** Null until somebody approves. */
  readonly approvedBy: Signer | null
  /** SHA-256 of the balances with their reasons. */
  readonly balances: string
  /** Root over all decisions of the period. */
  readonly decisions: string
  readonly edition: number
  /** The leaf hash of the sign-off before: of a submission, the approval of the period before; 64 zeros for none. */
  readonly follows: string
  readonly instructions: string
  /** Root of the next opening. */
  readonly items: string
  /** The name of the period. */
  readonly name: string
  readonly opening: string
  readonly policy: number
  readonly proof: string
  /** SHA-256 of the reason; null where none is given. */
  readonly reason: string | null
  /** Hash of the receipt of the run. */
  readonly receipt: string
  /** The root that is approved: SHA-256 over the hashes of all files of the period. */
  readonly root: string
  /** The version of the settings; `policy` is that of the policy. */
  readonly settings: number
  readonly submittedBy: Signer
}

type Placed = { readonly previous: string; readonly sequence: number }
export type DecisionsEntry = DecisionsFields & Placed
export type SignoffEntry = SignoffFields & Placed

const commonTests = {
  actor: isText,
  completedAt: isTimestamp,
  createdAt: isTimestamp,
  id: isText,
  period: isText,
  previous: isHash,
  revision: isCount,
  sequence: isCount,
  tenant: isHash,
} satisfies { readonly [member in keyof (PeriodFields & Placed)]: ValueTest }

const isSigner = hasOnlyMembers({ id: isText, name: isText } satisfies { readonly [member in keyof Signer]: ValueTest })

/** `{"actor":"mbr_…",…,"count":2,…,"kind":"tallystick/decisions@1",…,"root":"…",…}` */
export const parseDecisionsEntry = (line: string): Parsed<DecisionsEntry> =>
  parseShape<DecisionsEntry>(line, 'an entry of decisions', {
    ...commonTests,
    kind: (value) => value === 'tallystick/decisions@1',
    count: isCount,
    root: isHash,
  })

/** `{"act":"approve",…,"kind":"tallystick/signoff@1",…,"submittedBy":{"id":"mbr_…","name":"…"},…}` */
export const parseSignoffEntry = (line: string): Parsed<SignoffEntry> =>
  parseShape<SignoffEntry>(line, 'a sign-off', {
    ...commonTests,
    kind: (value) => value === 'tallystick/signoff@1',
    act: (value) => signoffActs.some((act) => act === value),
    approvedBy: orNull(isSigner),
    balances: isHash,
    decisions: isHash,
    edition: isCount,
    follows: isHash,
    instructions: isHash,
    items: isHash,
    name: isText,
    opening: isHash,
    policy: isCount,
    proof: isHash,
    reason: orNull(isHash),
    receipt: isHash,
    root: isHash,
    settings: isCount,
    submittedBy: isSigner,
  })

/** Appends an entry about a period. O(log n) hashes. */
export const appendPeriodEntry = (
  sha256: Sha256,
  log: LogState,
  fields: DecisionsFields | SignoffFields,
): SealedReceipt =>
  appendReceiptLine(
    sha256,
    log,
    canonicalize(JSON.parse(JSON.stringify({ ...fields, previous: log.previous, sequence: log.size }))),
  )
