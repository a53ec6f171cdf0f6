import { z } from 'zod'
import { wanted } from './fault-messages.ts'
import { receipt } from './receipt.ts'
import { effectiveRule } from './rule.ts'
import { count, decimalText, hash } from './values.ts'

/** The evidence of a run: manifest, proof of a line, and pack. */

/** Part of every ETag. Raise it when the shape of an answer changes, so that no cache keeps an answer of the old one. */
export const evidenceSchemaVersion = '5'

export const evidenceQuery = z
  .strictObject({
    matchId: z.string().optional(),
    leaf: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,14})$/, { error: wanted('the index of a line of the result, from 0') })
      .transform(Number)
      .optional()
      .meta({ type: 'integer', minimum: 0 }),
    format: z.enum(['zip']).optional(),
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

export const inclusionProof = z.object({ index: count, size: count, hashes }).meta({ id: 'InclusionProof' })

const consistencyProof = z.object({ from: count, to: count, hashes }).meta({ id: 'ConsistencyProof' })

export const previousReceipt = z
  .object({
    receipt: z.string(),
    receiptHash: hash,
    inclusion: inclusionProof,
    checkpoint: z.string().nullable(),
  })
  .meta({ id: 'PreviousReceipt' })

const key = z.object({ name: z.string(), keyId: z.string(), vkey: z.string() })

const anchor = z
  .object({
    checkpoint: z.string(),
    consistency: consistencyProof,
    heads: z.array(z.string()).min(1).max(64),
    inclusion: inclusionProof,
    keys: z.array(z.string()),
    timestamp: z.string().nullable(),
  })
  .meta({ id: 'Anchor' })

/** The members that prove that the receipt of a run is in its tenant's log. */
const sealed = {
  receipt,
  receiptHash: hash,
  inclusion: inclusionProof,
  consistency: consistencyProof,
  previous: previousReceipt.nullable(),
  anchor: anchor.optional(),
  checkpoint: z.string().nullable(),
  keys: z.array(key),
}

const sideHashes = z.object({ source: hash, target: hash })
const sideTotal = z.object({
  count,
  total: decimalText,
  matched: decimalText,
  open: decimalText,
  excluded: decimalText,
  netted: decimalText,
})
const sideTotals = z.record(z.string(), sideTotal)

export const evidenceManifest = z
  .object({
    kind: z.literal('tallystick/evidence@2'),
    runId: z.string(),
    inputHash: sideHashes,
    ruleHash: hash,
    outputHash: hash,
    versionHash: hash,
    engineVersion: z.string(),
    leafCount: count,
    rules: z.array(effectiveRule),
    totals: z.object({
      source: sideTotals,
      target: sideTotals,
      accepted: z.record(z.string(), z.record(z.string(), decimalText)),
      turned: z.record(z.string(), decimalText),
      fx: z.record(z.string(), decimalText),
    }),
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
  .meta({ id: 'EvidenceManifest' })

const provenLine = z.object({
  index: count,
  line: z.string(),
  leafHash: hash,
  inclusion: inclusionProof,
})

const provenRecord = provenLine.extend({
  id: z.string(),
  lineNumber: z.int().min(1),
})

export const evidenceProof = z
  .object({
    kind: z.literal('tallystick/proof@2'),
    runId: z.string(),
    inputHash: sideHashes,
    outputHash: hash,
    leaf: provenLine.extend({
      id: z.string().nullable(),
    }),
    records: z.object({ source: z.array(provenRecord), target: z.array(provenRecord) }),
    ...sealed,
    links: z.object({ self: z.string(), run: z.string(), manifest: z.string(), publicKeys: z.string() }),
  })
  .meta({ id: 'EvidenceProof' })

export const evidence = z.union([evidenceManifest, evidenceProof]).meta({ id: 'Evidence' })

/** A proof in the text format C2SP tlog-proof@v1. */
export const tlogProof = z.string()

export const evidencePack = z.string().meta({ format: 'binary' })

export type EvidenceManifest = z.infer<typeof evidenceManifest>
export type EvidenceProof = z.infer<typeof evidenceProof>
export type ProvenLine = z.infer<typeof provenLine>
export type SealedEvidence = Pick<
  EvidenceManifest,
  'receipt' | 'receiptHash' | 'inclusion' | 'consistency' | 'previous' | 'anchor' | 'checkpoint' | 'keys'
>
