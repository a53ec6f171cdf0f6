import { canonicalize, fromHex, type JsonObject, toBase64, toHex, utf8 } from '@tallystick/engine/base'
import {
  appendReceiptLine,
  checkpointInNote,
  formatNote,
  formatVkey,
  keyIdOf,
  parseNote,
  verifierKeyOf,
} from '@tallystick/engine/log'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { Side } from '@tallystick/engine/record'
import { formatKeyPeriods, formatKeys, formatProofs, formatReceipts } from '@tallystick/engine/verify'
import type { Signer } from '../../../../engine/log/checkpoint.ts'
import { createRecordTally } from '../../../../engine/verify/chain/record-tally.ts'
import { periodsOf } from '../../../engine/support/key-periods.ts'
import { readOf } from '../../../engine/support/read-of.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'

/** Makes the hashes of a changed pack fit again, as a forger would, from its lines up to the checkpoint. */

export interface Forger {
  /** Whose keys sign, and stand in keys.txt; without any the old signatures stay, which do not hold any more. */
  readonly signers?: readonly Signer[]
  /** Changes the receipt of the run before it is hashed. */
  readonly receipt?: (receipt: JsonObject) => JsonObject
  /** Whether the result’s first line keeps the roots that it names. */
  readonly keepsHeader?: boolean
}

/** The lines of an artifact as they are hashed. */
export const linesIn = (files: PackFiles, name: string): readonly string[] => {
  const lines = textIn(files, name).split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The pack with every hash made anew. */
export async function reseal(
  files: PackFiles,
  { signers, receipt = same, keepsHeader = false }: Forger = {},
): Promise<PackFiles> {
  const { totals: sourceTotals, ...source } = pinned(files, 'source')
  const { totals: targetTotals, ...target } = pinned(files, 'target')
  const policy = toHex(sha256(files.get('rules.json') ?? new Uint8Array()))
  const [header = '', ...lines] = linesIn(files, 'result.ndjson')
  const first = keepsHeader ? header : headerOf(header, { source, target, policy })
  const result = { lines: [first, ...lines], root: rootOfLines(sha256, [first, ...lines]), count: lines.length + 1 }
  const manifest = JSON.parse(textIn(files, 'manifest.json'))
  const receipts = linesIn(files, 'receipts.ndjson')
  const own = canonicalize(
    receipt({
      ...JSON.parse(receipts.at(-1) ?? ''),
      source: source.root,
      target: target.root,
      policy,
      result: result.root,
      leaves: result.count,
    }),
  )
  const { inclusion, previous } = JSON.parse(textIn(files, 'proofs.json'))
  const log = { size: inclusion.index, frontier: inclusion.hashes.toReversed(), root: '', previous: '' }
  const sealed = appendReceiptLine(sha256, log, own)
  const note = await noteOf(textIn(files, 'checkpoint.txt'), sealed.log.root, signers)
  const before = textIn(files, 'previous-checkpoint.txt')
  const run = {
    ...manifest.run,
    source: { root: source.root, recordCount: source.count, totals: sourceTotals },
    target: { root: target.root, recordCount: target.count, totals: targetTotals },
    policy: { hash: policy },
    rules: rulesIn(textIn(files, 'rules.json')) ?? manifest.run.rules,
    resultRoot: result.root,
    checkpoint: manifest.run.checkpoint === null ? null : note,
  }
  const claims = { source: source.root, target: target.root, policy, result: result.root, leaves: result.count }
  const { size } = sealed.log
  const texts: readonly (readonly [string, string])[] = [
    ['manifest.json', `${canonicalize({ ...manifest, ...claims, run })}\n`],
    ['result.ndjson', result.lines.map((line) => `${line}\n`).join('')],
    ['receipts.ndjson', formatReceipts(receipts.at(-2) ?? null, own)],
    [
      'proofs.json',
      formatProofs({
        inclusion: { index: size - 1, size, hashes: sealed.inclusion },
        consistency: { from: size - 1, to: size, hashes: sealed.consistency },
        previous,
      }),
    ],
    ['previous-checkpoint.txt', before === '' ? '' : await noteOf(before, undefined, signers)],
    ['checkpoint.txt', note],
    ...(signers === undefined ? [] : await keyFiles(note, signers)),
  ]
  return texts.reduce((all, [name, text]) => withFile(all, name, text), files)
}

const keyFiles = async (note: string, signers: readonly Signer[]) =>
  [
    ['keys.txt', formatKeys(signers.map((each) => vkeyOf(note, each)))],
    ['key-periods.txt', formatKeyPeriods(await periodsOf(...signers.map((each) => [each, '2026-01-01'] as const)))],
  ] as const

const same = (receipt: JsonObject): JsonObject => receipt

function pinned(files: PackFiles, side: Side) {
  const lines = linesIn(files, `${side}.ndjson`)
  const tally = createRecordTally(sha256, side)
  for (const line of lines) tally.take(line)
  return { root: rootOfLines(sha256, lines), count: lines.length, totals: tally.totals() }
}

function headerOf(
  line: string,
  { source, target, policy }: { readonly source: object; readonly target: object; readonly policy: string },
): string {
  if (!line.startsWith('{"engine"')) return line
  return canonicalize({ ...JSON.parse(line), source: { ...source }, target: { ...target }, policy })
}

/** The rules that a run's record shows; undefined for a policy that cannot be read. */
function rulesIn(text: string): unknown {
  try {
    const policy = JSON.parse(text)
    return Array.isArray(policy) ? policy : policy.rules
  } catch {
    return undefined
  }
}

/** A note of this root, or of the root it has, signed by other keys or left with its old signatures. */
async function noteOf(note: string, root: string | undefined, signers: readonly Signer[] | undefined): Promise<string> {
  const { text, signatures } = readOf(parseNote(note))
  const [origin = '', size = '', old = ''] = text.split('\n')
  const signed = `${origin}\n${size}\n${root === undefined ? old : toBase64(fromHex(root))}\n`
  return formatNote({ text: signed, signatures: signers ? await signaturesOf(signed, signers) : signatures })
}

/** The signatures of a text whose first line names the keys. */
export const signaturesOf = (text: string, signers: readonly Signer[]) => {
  const [name = ''] = text.split('\n')
  return Promise.all(
    signers.map(async ({ publicKey, sign }) => ({
      name,
      keyId: keyIdOf(sha256, name, publicKey),
      signature: await sign(utf8(text)),
    })),
  )
}

const vkeyOf = (note: string, { publicKey }: Signer): string =>
  formatVkey(verifierKeyOf(sha256, readOf(checkpointInNote(note)).origin, publicKey))
