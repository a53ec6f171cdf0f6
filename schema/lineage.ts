import { lineageKinds, lineRelations } from '@tallystick/engine/explain'
import * as z from 'zod'
import { described } from './described.ts'
import { inclusionProof } from './evidence.ts'
import { effectiveRule } from './rule.ts'
import { count, hash, side } from './values.ts'

/** The trust explorer's answer about one artifact: what it was made of, and what was made of it. */

export const lineageQuery = z.strictObject({
  artifact: described(
    z.string().min(1).meta({ example: 'source:s1' }),
    'The id of a match, suggestion, break, exclusion or netted line; `source:` or `target:` and a record’s id; the id of a dataset of the run; `result`, its root or its `aud_` id; `receipt` or `checkpoint`',
  ),
})

const tracedRecord = z
  .object({
    side: described(side, 'The side of the record'),
    id: described(z.string(), 'The id of the record'),
    role: described(z.enum(['record', 'candidate']), 'What it is to the artifact'),
    residual: described(
      z.string().optional(),
      'The item that the artifact names, where a match left it over of this record',
    ),
    datasetId: described(z.string().nullable(), 'The id of its dataset; null for built-in records'),
    root: described(hash, 'Of the dataset: what the inclusion proof leads to'),
    line: described(z.int().min(1), 'Number of its line in the dataset’s NDJSON, from 1'),
    leafIndex: described(count, 'Index of its line, from 0'),
    leafHash: described(hash, 'Leaf hash of its line'),
    bytes: described(
      z.string().optional(),
      'The canonical line as stored and hashed, without the newline; only for a key that may read datasets',
    ),
    inclusion: described(inclusionProof, 'Of its line in the root of the dataset'),
  })
  .meta({
    id: 'TracedRecord',
    description: 'A record that an artifact was made of, with the proof that it is in its dataset',
  })

const members = z.record(z.string(), z.unknown())

export const lineage = z
  .object({
    artifact: described(
      z.object({
        id: described(z.string(), 'Its id'),
        kind: described(z.enum(lineageKinds), 'What it is'),
        hash: described(hash, 'Its hash: a leaf hash, or a root'),
        line: described(members.optional(), 'Its canonical line'),
        index: described(count.optional(), 'Of its line in its artifact, from 0'),
      }),
      'The artifact',
    ),
    backward: described(
      z.object({
        records: described(z.array(tracedRecord), 'The records that it is made of, at most 1,000'),
        truncated: described(z.boolean(), 'Whether records were cut off'),
        rule: described(effectiveRule.optional(), 'The rule that made it'),
        evidence: described(members.optional(), 'What the rule compared, as in the line'),
        datasets: described(
          z.array(
            z.object({
              side: described(side, 'The side of the dataset'),
              datasetId: described(z.string().nullable(), 'Its id; null where none was found'),
              root: described(hash, 'Merkle root of its records'),
              recordCount: described(count, 'Its records'),
            }),
          ),
          'The datasets of the run',
        ),
        policy: described(hash, 'SHA-256 of the canonical effective rules'),
        engine: described(z.string(), 'The version of the engine that executed the run'),
      }),
      'What it was made of',
    ),
    forward: described(
      z.array(
        z.object({
          id: described(z.string(), 'The id of the artifact'),
          kind: described(z.enum(lineageKinds), 'What it is'),
          hash: described(hash, 'Its hash'),
          relation: described(
            z.enum([...lineRelations, 'wasDerivedFrom']),
            'How it depends on the artifact asked about',
          ),
        }),
      ),
      'What was made of it, at most 1,000',
    ),
    forwardTruncated: described(z.boolean(), 'Whether artifacts were cut off'),
  })
  .meta({ id: 'Lineage', description: 'What an artifact was made of, and what was made of it' })

export type Lineage = z.infer<typeof lineage>
