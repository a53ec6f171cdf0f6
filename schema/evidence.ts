import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { receipt } from './receipt.ts'
import { effectiveRule } from './rule.ts'
import { count, decimalText, hash } from './values.ts'

/** The evidence of a run: manifest, proof of a line, and pack. */

/** Part of every ETag. Raise it when the shape of an answer changes, so that no cache keeps an answer of the old one. */
export const evidenceSchemaVersion = '5'

export const evidenceQuery = z
  .strictObject({
    matchId: described(
      z.string().optional(),
      'The id of a match, suggestion, break, exclusion or netted line to prove',
    ),
    leaf: described(
      z
        .string()
        .regex(/^(0|[1-9][0-9]{0,14})$/, { error: wanted('the index of a line of the result, from 0') })
        .transform(Number)
        .optional()
        .meta({ type: 'integer', minimum: 0 }),
      'The index of the line of the result to prove, from 0',
    ),
    format: described(z.enum(['zip']).optional(), 'The evidence pack, whatever the Accept header says'),
  })
  .refine(({ matchId, leaf }) => matchId === undefined || leaf === undefined, {
    path: ['leaf'],
    message: 'Wanted one of matchId and leaf',
  })
  .refine(({ matchId, leaf, format }) => format === undefined || (matchId ?? leaf) === undefined, {
    path: ['format'],
    message: 'The pack holds the whole run, not one line',
  })

export type EvidenceQuery = z.infer<typeof evidenceQuery>

const hashes = z.array(hash)

export const inclusionProof = z
  .object({
    index: described(count, 'Index of the leaf, from 0'),
    size: described(count, 'Leaves of the tree'),
    hashes: described(hashes, 'The hashes of the path'),
  })
  .meta({ id: 'InclusionProof', description: 'RFC 6962 §2.1.1, from the leaf’s sibling up' })

const consistencyProof = z
  .object({
    from: described(count, 'The earlier size'),
    to: described(count, 'The later size'),
    hashes: described(hashes, 'The hashes of the proof'),
  })
  .meta({ id: 'ConsistencyProof', description: 'RFC 6962 §2.1.2; empty from size 0' })

export const previousReceipt = z
  .object({
    receipt: described(z.string(), 'The very bytes that are hashed, without a newline'),
    receiptHash: described(hash, 'Its leaf hash, which the receipt names as `previous`'),
    inclusion: described(inclusionProof, 'Of it in the tree of its own checkpoint'),
    checkpoint: described(
      z.string().nullable(),
      'The signed note of the log that it closed; null where the stored row has lost it',
    ),
  })
  .meta({ id: 'PreviousReceipt', description: 'The receipt before, with what proves it' })

const key = z.object({
  name: described(z.string(), 'The name in the signature line'),
  keyId: described(z.string(), 'The key id in the signature line'),
  vkey: described(z.string(), 'The verifier key (C2SP signed-note)'),
})

const anchor = z
  .object({
    checkpoint: described(
      z.string(),
      'C2SP tlog-checkpoint of the index of all logs, with the cosignatures of witnesses',
    ),
    consistency: described(consistencyProof, 'Of the last head’s log with that of the run’s checkpoint'),
    heads: described(
      z.array(z.string()).min(1).max(64),
      'The heads of the run’s log in the index up to the one that has the run, at most 64, oldest first: each names the one before, and proves that its log begins with that one’s',
    ),
    inclusion: described(inclusionProof, 'Of the last head in the index'),
    keys: described(z.array(z.string()), 'The vkeys that signed the checkpoint of the index'),
    timestamp: described(z.string().nullable(), 'RFC 3161: the answer to the note’s text, DER in base64'),
  })
  .meta({ id: 'Anchor', description: 'Who confirms a log from outside' })

/** The members that prove that the receipt of a run is in its tenant's log. */
const sealed = {
  receipt: described(receipt, 'The receipt of the run, the leaf of the log'),
  receiptHash: described(hash, 'The receipt’s leaf hash'),
  inclusion: described(inclusionProof, 'Of the receipt in the tree of the checkpoint'),
  consistency: described(consistencyProof, 'Of the checkpoint’s tree with the one before this receipt'),
  previous: described(previousReceipt.nullable(), 'The receipt before; null for the first'),
  anchor: described(anchor.optional(), 'Who confirms the log from outside; absent until somebody has'),
  checkpoint: described(
    z.string().nullable(),
    'C2SP tlog-checkpoint, a signed note; null where the stored row has lost it',
  ),
  keys: described(z.array(key), 'The keys that signed the checkpoint, and the one before'),
}

const sideHashes = z.object({
  source: described(hash, 'Root of the dataset of the source'),
  target: described(hash, 'Root of the dataset of the target'),
})
const sideTotal = z.object({
  count: described(count, 'Records'),
  total: described(decimalText, 'Their sum'),
  matched: described(decimalText, 'Sum of those in a match'),
  open: described(decimalText, 'Sum of those in no match'),
  excluded: described(decimalText, 'Sum of those excluded'),
  netted: described(decimalText, 'Sum of those netted'),
})
const sideTotals = z.record(z.string(), sideTotal)

export const evidenceManifest = z
  .object({
    kind: described(z.literal('tallystick/evidence@2'), 'Version of the evidence'),
    runId: described(z.string(), 'The id of the run'),
    inputHash: described(sideHashes, 'Roots of the two datasets'),
    ruleHash: described(
      hash,
      'SHA-256 of the canonical policy: of the effective rules, and of the tables, rates and calendars that it brings',
    ),
    outputHash: described(hash, 'Root of the result'),
    versionHash: described(hash, 'SHA-256 of the engine version’s text'),
    engineVersion: described(z.string(), 'The version of the engine that executed the run'),
    leafCount: described(count, 'Lines of the result'),
    rules: described(z.array(effectiveRule), 'The effective rules'),
    totals: described(
      z.object({
        source: described(sideTotals, 'The source by currency'),
        target: described(sideTotals, 'The target by currency'),
        accepted: described(
          z.record(z.string(), z.record(z.string(), decimalText)),
          'Differences that rules accepted, by currency and label',
        ),
        turned: described(
          z.record(z.string(), decimalText),
          'What turning signs changed in the matched target, by currency',
        ),
        fx: described(z.record(z.string(), decimalText), 'Differences after conversion, by the currency compared in'),
      }),
      'The last line of the result',
    ),
    ...sealed,
    links: described(
      z.object({
        self: described(z.string(), 'This manifest'),
        run: described(z.string(), 'The run'),
        policy: described(z.string(), 'Its policy'),
        results: described(z.string(), 'Its results'),
        pack: described(z.string(), 'The evidence pack'),
        verifyProofChain: described(z.string(), 'Where the chain is recomputed'),
        publicKeys: described(z.string(), 'The public keys of the service'),
      }),
      'Root-relative paths of what belongs to the run',
    ),
  })
  .meta({ id: 'EvidenceManifest', description: 'What proves a run' })

const provenLine = z.object({
  index: count,
  line: described(z.string(), 'The very bytes that are hashed, without the newline'),
  leafHash: described(hash, 'Its leaf hash'),
  inclusion: inclusionProof,
})

const provenRecord = provenLine.extend({
  index: described(count, 'Index of the line in the dataset, from 0'),
  inclusion: described(inclusionProof, 'Of it in the root of the dataset'),
  id: described(z.string(), 'The id of the record'),
  lineNumber: described(z.int().min(1), 'Of the dataset’s NDJSON, from 1'),
})

export const evidenceProof = z
  .object({
    kind: described(z.literal('tallystick/proof@2'), 'Version of the evidence'),
    runId: described(z.string(), 'The id of the run'),
    inputHash: described(sideHashes, 'Roots of the two datasets'),
    outputHash: described(hash, 'Root of the result'),
    leaf: described(
      provenLine.extend({
        index: described(count, 'Its index in the result, from 0'),
        inclusion: described(inclusionProof, 'Of it in the root of the result'),
        id: described(z.string().nullable(), 'Null for the first and the last line, which are of the run'),
      }),
      'The line',
    ),
    records: described(
      z.object({
        source: described(z.array(provenRecord), 'Lines of the source'),
        target: described(z.array(provenRecord), 'Lines of the target'),
      }),
      'The lines of the datasets that this line is about, and no other',
    ),
    ...sealed,
    links: described(
      z.object({
        self: described(z.string(), 'This proof'),
        run: described(z.string(), 'The run'),
        manifest: described(z.string(), 'The manifest of the run'),
        publicKeys: described(z.string(), 'The public keys of the service'),
      }),
      'Root-relative paths of what belongs to the run',
    ),
  })
  .meta({ id: 'EvidenceProof', description: 'What proves one line of a result' })

export const evidence = z
  .union([evidenceManifest, evidenceProof])
  .meta({ id: 'Evidence', description: 'The manifest of a run, or the proof of one line of its result' })

/** A proof in the text format C2SP tlog-proof@v1. */
export const tlogProof = z.string()

export const periodEvidenceQuery = z.strictObject({
  format: described(z.literal('zip').optional(), 'The form of the evidence: an archive'),
})

export const evidencePack = z.string().meta({ format: 'binary' })

export type EvidenceManifest = z.infer<typeof evidenceManifest>
export type EvidenceProof = z.infer<typeof evidenceProof>
export type ProvenLine = z.infer<typeof provenLine>
export type SealedEvidence = Pick<
  EvidenceManifest,
  'receipt' | 'receiptHash' | 'inclusion' | 'consistency' | 'previous' | 'anchor' | 'checkpoint' | 'keys'
>
