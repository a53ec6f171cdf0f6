import { fromBase64, toBase64 } from '../base/base64.ts'
import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { hasOnlyMembers, isCount, isHash, isText, isTimestamp, parseShape, type ValueTest } from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import type { VerifySignature } from '../log/checkpoint.ts'
import { isRawKey } from '../log/verifier-key.ts'
import { type PeriodFileName, periodFileNames } from './period-files.ts'

/**
 * The lines of `signoffs.ndjson`, each signed with Ed25519 by the key that it names: a batch of decisions, who submitted
 * approved or rejected the period, and who reopened it after that. What is signed is the canonical line without its signature.
 */
export type SignedLine = DecisionsLine | SignoffLine | ReopeningLine

export type DecisionsLine = {
  readonly kind: 'tallystick/decisions@1'
  readonly period: string
  /** All decisions up to and with this batch: their number, and the root over their lines. */
  readonly count: number
  readonly root: string
  readonly key: string
  readonly time: string
  readonly signature: string
}

export type SignoffLine = {
  readonly kind: 'tallystick/signoff@1'
  readonly act: 'submit' | 'approve'
  readonly period: string
  /** The name that the person stated. The signature proves the key, not the name. */
  readonly name: string
  /**
   * The leaf hash of the line that is approved; of a submission, that of the approval of the period before, of the
   * rejection or of the reopening.
   */
  readonly follows: string
  readonly state: PeriodState
  readonly key: string
  readonly time: string
  readonly signature: string
}

/** Opens a period again: begins the next edition of an approved one, or gives one that was submitted back. */
export type ReopeningLine = {
  readonly kind: (typeof reopeningKinds)[number]
  readonly period: string
  /** The name that the person stated. */
  readonly name: string
  readonly reason: string
  /** The leaf hash of the line that approved the period, or submitted it. */
  readonly follows: string
  readonly key: string
  readonly time: string
  readonly signature: string
}

/**
 * What is signed: the hash of each file of the period but the sign-offs, the root of the next opening, and the hash of
 * the proof of balances.
 */
export type PeriodState = {
  readonly [name in Exclude<PeriodFileName, 'signoffs.ndjson'> | 'items' | 'proof']: string
}

export type Unsigned<Line extends SignedLine> = Line extends SignedLine ? Omit<Line, 'key' | 'signature'> : never

/** `{"act":"submit",…,"kind":"tallystick/signoff@1",…,"signature":"…"}` */
export const formatSigned = (line: SignedLine): string => canonicalize(line)

export function parseSigned(line: string): Parsed<SignedLine> {
  if (line.startsWith('{"act":')) return parseShape<SignoffLine>(line, 'a sign-off', signoffTests)
  if (line.startsWith('{"follows":')) return parseShape<ReopeningLine>(line, 'a reopening', reopeningTests)
  return parseShape<DecisionsLine>(line, 'a batch of decisions', decisionsTests)
}

const reopeningKinds = ['tallystick/reopening@1', 'tallystick/rejection@1'] as const

export const isReopening = (line: SignedLine): line is ReopeningLine => 'reason' in line

/** What becomes of the period by a line. */
export const actOf = (line: SignoffLine | ReopeningLine): SignoffLine['act'] | 'reject' | 'reopen' =>
  'act' in line ? line.act : actsByKind[line.kind]

const actsByKind = {
  'tallystick/rejection@1': 'reject',
  'tallystick/reopening@1': 'reopen',
} as const

/** What was signed since the period was reopened or given back last, with the number of the edition, from 1. */
export function editionOf(signed: readonly SignedLine[]): SignedEdition {
  const start = signed.findLastIndex(isReopening) + 1
  const earlier = signed.slice(0, start)
  const signoffs = signed.slice(start).filter((line) => line.kind === 'tallystick/signoff@1')
  return {
    number: 1 + earlier.filter(({ kind }) => kind === 'tallystick/reopening@1').length,
    earlier,
    submission: signoffs.find(({ act }) => act === 'submit'),
    approval: signoffs.find(({ act }) => act === 'approve'),
  }
}

/** The keys that submitted the period in its last edition: rejected submissions count. */
export function submittersOf({
  earlier,
  submission,
}: Pick<SignedEdition, 'earlier' | 'submission'>): readonly string[] {
  const begun = earlier.findLastIndex(({ kind }) => kind === 'tallystick/reopening@1') + 1
  return [...earlier.slice(begun), ...(submission ? [submission] : [])].flatMap((line) =>
    'act' in line && line.act === 'submit' ? [line.key] : [],
  )
}

export interface SignedEdition {
  readonly number: number
  /** The lines up to the last reopening or rejection. */
  readonly earlier: readonly SignedLine[]
  readonly submission: SignoffLine | undefined
  readonly approval: SignoffLine | undefined
}

export const signedBytes = ({ signature, ...signed }: SignedLine): Uint8Array => utf8(canonicalize(signed))

/** Whether the line is signed by the key that it names. */
export async function isSigned(verifySignature: VerifySignature, line: SignedLine): Promise<boolean> {
  const [publicKey, signature] = [fromBase64(line.key), fromBase64(line.signature)]
  if (publicKey === undefined || signature === undefined || toBase64(signature) !== line.signature) return false
  return verifySignature({ publicKey, message: signedBytes(line), signature })
}

const isKey: ValueTest = (value) => isText(value) && isRawKey(value)

const isState = hasOnlyMembers({
  ...Object.fromEntries(periodFileNames.filter((name) => name !== 'signoffs.ndjson').map((name) => [name, isHash])),
  items: isHash,
  proof: isHash,
})

const commonTests = { period: isText, key: isKey, time: isTimestamp, signature: isText }

const decisionsTests = {
  ...commonTests,
  kind: (value) => value === 'tallystick/decisions@1',
  count: isCount,
  root: isHash,
} satisfies { readonly [member in keyof DecisionsLine]: ValueTest }

const reopeningTests = {
  ...commonTests,
  kind: (value) => reopeningKinds.some((kind) => kind === value),
  name: isText,
  reason: (value) => isText(value) && value !== '',
  follows: isHash,
} satisfies { readonly [member in keyof ReopeningLine]: ValueTest }

const signoffTests = {
  ...commonTests,
  kind: (value) => value === 'tallystick/signoff@1',
  act: (value) => value === 'submit' || value === 'approve',
  name: isText,
  follows: isHash,
  state: isState,
} satisfies { readonly [member in keyof SignoffLine]: ValueTest }
