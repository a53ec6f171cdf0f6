import { lineageKinds, lineRelations } from '@tallystick/engine/explain'
import { z } from 'zod'
import { inclusionProof } from './evidence.ts'
import { effectiveRule } from './rule.ts'
import { count, hash, side } from './values.ts'

/** The trust explorer's answer about one artifact: what it was made of, and what was made of it. */

export const lineageQuery = z.strictObject({
  artifact: z.string().min(1).meta({ example: 'source:s1' }),
})

const tracedRecord = z
  .object({
    side,
    id: z.string(),
    role: z.enum(['record', 'candidate']),
    residual: z.string().optional(),
    datasetId: z.string().nullable(),
    root: hash,
    line: z.int().min(1),
    leafIndex: count,
    leafHash: hash,
    bytes: z.string().optional(),
    inclusion: inclusionProof,
  })
  .meta({ id: 'TracedRecord' })

const members = z.record(z.string(), z.unknown())

export const lineage = z
  .object({
    artifact: z.object({
      id: z.string(),
      kind: z.enum(lineageKinds),
      hash,
      line: members.optional(),
      index: count.optional(),
    }),
    backward: z.object({
      records: z.array(tracedRecord),
      truncated: z.boolean(),
      rule: effectiveRule.optional(),
      evidence: members.optional(),
      datasets: z.array(z.object({ side, datasetId: z.string().nullable(), root: hash, recordCount: count })),
      policy: hash,
      engine: z.string(),
    }),
    forward: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(lineageKinds),
        hash,
        relation: z.enum([...lineRelations, 'wasDerivedFrom']),
      }),
    ),
    forwardTruncated: z.boolean(),
  })
  .meta({ id: 'Lineage' })

export type Lineage = z.infer<typeof lineage>
