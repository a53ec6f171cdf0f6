import { createHash } from 'node:crypto'
import {
  formatSigned,
  parseSigned,
  type SignedLine,
  type SignoffLine,
  signedBytes,
  type Unsigned,
} from '../../../../engine/close/signoff.ts'
import { rootOfLines } from '../../../../engine/merkle/frontier.ts'
import { hashOfLine } from '../../../../engine/merkle/tree.ts'
import type { OwnKey } from '../../../../functions/cli/close/key-file.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'
import { linesIn } from './reseal.ts'

interface Signers {
  /** Who decided and typed balances. Left out, the submitter. */
  readonly decider?: OwnKey
  readonly submitter: OwnKey
  readonly approver: OwnKey
}

/** The sign-offs of a period, parsed. Requires lines that nobody has changed. */
export const signedLinesOf = (files: PackFiles) =>
  linesIn(files, 'signoffs.ndjson').map((line) => {
    const read = parseSigned(line)
    if (!read.ok) throw new Error(read.detail)
    return read.value
  })

/** The same files under new signatures: the batches of decisions, the submission and the approval. */
export function resigned(
  files: PackFiles,
  { submitter, approver, decider = submitter }: Signers,
  of: PackFiles = files,
): PackFiles {
  const signed = signedLinesOf(of)
  const own = signed.flatMap((line) => (line.kind === 'tallystick/signoff@1' ? [line] : []))
  const [submission, approval] = own
  if (submission === undefined || approval === undefined) throw new Error('The period was not approved')
  // Decisions and typed balances name the key of who made them.
  const renamed = [...files.keys()].reduce((all, name) => {
    const text = textIn(all, name)
    const isNamed = name === 'decisions.ndjson' || name === 'balances.json'
    return isNamed ? withFile(all, name, text.replaceAll(submission.key, decider.publicKey)) : all
  }, files)
  const decisions = linesIn(renamed, 'decisions.ndjson')
  const batches = signed.flatMap((line) => (line.kind === 'tallystick/decisions@1' ? [line] : []))
  const state = stateOfPeriod(renamed, of)
  const submitted = signedBy(submitter, { ...unsigned(submission), state })
  const follows = hashOfLine(sha256, submitted.trimEnd())
  const approved = signedBy(approver, { ...unsigned(approval), state, follows })
  const lines = batches.map(({ key, signature, ...batch }) => {
    const root = rootOfLines(sha256, decisions.slice(0, batch.count))
    return signedBy(decider, { ...batch, root })
  })
  return withFile(renamed, 'signoffs.ndjson', [...lines, submitted, approved].join(''))
}

/** The line under a key, ended by a newline. */
export function signedBy({ publicKey, sign }: OwnKey, line: Unsigned<SignedLine>): string {
  const ready = { ...line, key: publicKey, signature: '' }
  return `${formatSigned({ ...ready, signature: sign(signedBytes(ready)) })}\n`
}

const unsigned = ({ key, signature, ...line }: SignoffLine) => line

/** The state that `of` was signed in, with the hashes of the files. */
export function stateOfPeriod(files: PackFiles, of: PackFiles): SignoffLine['state'] {
  const signed = signedLinesOf(of).find((line) => line.kind === 'tallystick/signoff@1')
  if (signed === undefined) throw new Error('The period was not submitted')
  const names = [...files.keys()].filter((name) => name !== 'signoffs.ndjson')
  return Object.assign({ ...signed.state }, Object.fromEntries(names.map((name) => [name, hashOfFile(files, name)])))
}

export function hashOfFile(files: PackFiles, name: string): string {
  if (name.endsWith('.ndjson')) return rootOfLines(sha256, linesIn(files, name))
  return createHash('sha256').update(textIn(files, name)).digest('hex')
}
