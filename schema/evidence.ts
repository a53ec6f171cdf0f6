import { z } from '@hono/zod-openapi'
import { wanted } from './fault-messages.ts'
import { receipt } from './receipt.ts'
import { effectiveRule } from './rule.ts'
import { count, hash } from './values.ts'

/** The evidence of a run: manifest, proof of a line, and pack. */

/** Part of every ETag. Raise it when the shape of an answer changes, so that no cache keeps an answer of the old one. */
export const evidenceSchemaVersion = '4'

export const evidenceQuery = z
  .strictObject({
    matchId: z
      .string()
      .optional()
      .openapi({ description: 'A match, suggestion, break, exclusion or netted line to prove' }),
    leaf: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,14})$/, { error: wanted('the index of a line of the result, from 0') })
      .transform(Number)
      .optional()
      .openapi({ type: 'integer', minimum: 0, description: 'The line of the result to prove, from 0' }),
    format: z.enum(['zip']).optional().openapi({ description: 'The evidence pack, whatever the Accept header says' }),
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
const decimal = z.string().openapi({ example: '127.5' })

export const inclusionProof = z
  .object({ index: count, size: count, hashes })
  .openapi('InclusionProof', { description: 'RFC 6962 §2.1.1, from the leaf’s sibling up' })

const consistencyProof = z
  .object({ from: count, to: count, hashes })
  .openapi('ConsistencyProof', { description: 'RFC 6962 §2.1.2; empty from size 0' })

const previous = z
  .object({
    receipt: z.string().openapi({ description: 'The very bytes that are hashed, without a newline' }),
    receiptHash: hash.openapi({ description: 'Its leaf hash, which the receipt names as `previous`' }),
    inclusion: inclusionProof.openapi({ description: 'Of it in the tree of its own checkpoint' }),
    checkpoint: z.string().nullable().openapi({
      description: 'The signed note of the log that it closed; null for one sealed before checkpoints were signed',
    }),
  })
  .openapi('PreviousReceipt')

const key = z.object({ name: z.string(), keyId: z.string(), vkey: z.string() })

const anchor = z
  .object({
    checkpoint: z.string().openapi({
      description: 'C2SP tlog-checkpoint of the index of all logs, with the cosignatures of witnesses',
    }),
    consistency: consistencyProof.openapi({ description: 'Of the head’s log with that of the run’s checkpoint' }),
    head: z.string().openapi({ description: 'The head of the run’s log, as its line in the index' }),
    inclusion: inclusionProof.openapi({ description: 'Of the head in the index' }),
    keys: z.array(z.string()).openapi({ description: 'The vkeys that signed the checkpoint of the index' }),
    timestamp: z.string().nullable().openapi({ description: 'RFC 3161: the answer to the note’s text, DER in base64' }),
  })
  .openapi('Anchor')

/** The members that prove that the receipt of a run is in its tenant's log. */
const sealed = {
  receipt,
  receiptHash: hash.openapi({ description: 'The receipt’s leaf hash' }),
  inclusion: inclusionProof.openapi({ description: 'Of the receipt in the tree of the checkpoint' }),
  consistency: consistencyProof.openapi({ description: 'Of the checkpoint’s tree with the one before this receipt' }),
  previous: previous
    .nullable()
    .optional()
    .openapi({ description: 'The receipt before; null for the first, absent in evidence of version 1' }),
  anchor: anchor.optional().openapi({ description: 'Who confirms the log from outside; absent until somebody has' }),
  checkpoint: z.string().nullable().openapi({
    description: 'C2SP tlog-checkpoint, a signed note; null for a run sealed before checkpoints were signed',
  }),
  keys: z.array(key).openapi({ description: 'The keys that signed the checkpoint, and the one before' }),
}

const versionText = 'Version 1 for a run whose receipt has version 1'

const sideHashes = z.object({ source: hash, target: hash })
const sideTotal = z.object({
  count,
  total: decimal,
  matched: decimal,
  open: decimal,
  excluded: decimal,
  netted: decimal.optional(),
})
const sideTotals = z.record(z.string(), sideTotal)

export const evidenceManifest = z
  .object({
    kind: z.enum(['tallystick/evidence@1', 'tallystick/evidence@2']).openapi({ description: versionText }),
    runId: z.string(),
    inputHash: sideHashes.openapi({ description: 'Roots of the two datasets' }),
    ruleHash: hash.openapi({
      description:
        'SHA-256 of the canonical policy: of the effective rules, and of the tables, rates and calendars that it brings',
    }),
    outputHash: hash.openapi({ description: 'Root of the result' }),
    versionHash: hash.openapi({ description: 'SHA-256 of the engine version’s text' }),
    engineVersion: z.string(),
    leafCount: count.openapi({ description: 'Lines of the result' }),
    rules: z.array(effectiveRule),
    totals: z
      .object({
        source: sideTotals,
        target: sideTotals,
        accepted: z.record(z.string(), z.record(z.string(), decimal)),
        turned: z.record(z.string(), decimal).optional(),
        fx: z.record(z.string(), decimal).optional(),
      })
      .openapi({ description: 'The last line of the result' }),
    ...sealed,
    links: z.object({
      self: z.string(),
      run: z.string(),
      policy: z.string(),
      results: z.string(),
      pack: z.string(),
      verifyProofChain: z.string(),
      publicKeys: z.string(),
    }),
  })
  .openapi('EvidenceManifest')

const provenLine = z.object({
  index: count,
  line: z.string().openapi({ description: 'The very bytes that are hashed, without the newline' }),
  leafHash: hash,
  inclusion: inclusionProof,
})

const provenRecord = provenLine.extend({
  id: z.string(),
  lineNumber: z.int().min(1).openapi({ description: 'Of the dataset’s NDJSON, from 1' }),
})

export const evidenceProof = z
  .object({
    kind: z.enum(['tallystick/proof@1', 'tallystick/proof@2']).openapi({ description: versionText }),
    runId: z.string(),
    inputHash: sideHashes,
    outputHash: hash,
    leaf: provenLine.extend({
      id: z.string().nullable().openapi({ description: 'Null for the first and the last line, which are of the run' }),
    }),
    records: z
      .object({ source: z.array(provenRecord), target: z.array(provenRecord) })
      .openapi({ description: 'The lines of the datasets that this line is about, and no other' }),
    ...sealed,
    links: z.object({ self: z.string(), run: z.string(), manifest: z.string(), publicKeys: z.string() }),
  })
  .openapi('EvidenceProof')

export const evidence = z.union([evidenceManifest, evidenceProof]).openapi('Evidence')

/** A proof in the text format C2SP tlog-proof@v1. */
export const tlogProof = z.string().openapi({
  description:
    'The receipt in the log; `extra` is JSON of the receipt and, with `matchId` or `leaf`, of what is proven',
})

export const evidencePack = z.string().openapi({ format: 'binary', description: 'A zip archive' })

export type EvidenceManifest = z.infer<typeof evidenceManifest>
export type EvidenceProof = z.infer<typeof evidenceProof>
export type ProvenLine = z.infer<typeof provenLine>
export type ProvenRecord = z.infer<typeof provenRecord>
export type SealedEvidence = Pick<
  EvidenceManifest,
  'receipt' | 'receiptHash' | 'inclusion' | 'consistency' | 'previous' | 'anchor' | 'checkpoint' | 'keys'
>
