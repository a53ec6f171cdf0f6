import { z } from '@hono/zod-openapi'
import { lineageKinds, lineRelations } from '@tallystick/engine'
import { inclusionProof } from './evidence.ts'
import { effectiveRule } from './rule.ts'
import { count, hash, side } from './values.ts'

/** The trust explorer's answer about one artifact: what it was made of, and what was made of it. */

export const lineageQuery = z.strictObject({
  artifact: z.string().min(1).openapi({
    description:
      'The id of a match, suggestion, break, exclusion or netted line; `source:` or `target:` and a record’s id; the id of a dataset of the run; `result`, its root or its `aud_` id; `receipt` or `checkpoint`',
    example: 'source:s1',
  }),
})

const tracedRecord = z
  .object({
    side,
    id: z.string(),
    role: z.enum(['record', 'candidate']).openapi({ description: 'What it is to the artifact' }),
    residual: z
      .string()
      .optional()
      .openapi({ description: 'The item that the artifact names, where a match left it over of this record' }),
    datasetId: z.string().nullable(),
    root: hash.openapi({ description: 'Of the dataset: what the inclusion proof leads to' }),
    line: z.int().min(1).openapi({ description: 'Number of its line in the dataset’s NDJSON, from 1' }),
    leafIndex: count,
    leafHash: hash,
    bytes: z.string().optional().openapi({
      description:
        'The canonical line as stored and hashed, without the newline; only for a key that may read datasets',
    }),
    inclusion: inclusionProof,
  })
  .openapi('TracedRecord')

const members = z.record(z.string(), z.unknown())

export const lineage = z
  .object({
    artifact: z.object({
      id: z.string(),
      kind: z.enum(lineageKinds),
      hash,
      line: members.optional().openapi({ description: 'Its canonical line' }),
      index: count.optional().openapi({ description: 'Of its line in its artifact, from 0' }),
    }),
    backward: z.object({
      records: z.array(tracedRecord).openapi({ description: 'The records that it is made of, at most 1,000' }),
      truncated: z.boolean(),
      rule: effectiveRule.optional().openapi({ description: 'The rule that made it' }),
      evidence: members.optional().openapi({ description: 'What the rule compared, as in the line' }),
      datasets: z.array(z.object({ side, datasetId: z.string().nullable(), root: hash, recordCount: count })),
      policy: hash.openapi({ description: 'SHA-256 of the canonical effective rules' }),
      engine: z.string(),
    }),
    forward: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(lineageKinds),
          hash,
          relation: z.enum([...lineRelations, 'wasDerivedFrom']),
        }),
      )
      .openapi({ description: 'What was made of it, at most 1,000' }),
    forwardTruncated: z.boolean(),
  })
  .openapi('Lineage')

export type Lineage = z.infer<typeof lineage>
