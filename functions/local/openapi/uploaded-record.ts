import { canonicalRecord } from '@tallystick/schema/dataset'
import type { Node } from './nodes.ts'

const fields = Object.entries(canonicalRecord.shape).map(
  ([name, schema]) => [name, { description: schema.meta()?.description }] as const,
)

/** The component for a record in an upload, which the reader of export rows checks. */
export const uploadedRecord: Node = {
  type: 'object',
  properties: {
    ...Object.fromEntries(fields),
    id: { description: 'The id of the record; made of its content when left out' },
    attributes: { description: 'Everything else, by name' },
  },
  additionalProperties: true,
  example: { id: 's1', date: '2026-03-02', amount: '100.00', currency: 'EUR', reference: 'INV-7' },
  description:
    'A record, each field as text or as a number. Members of other names are taken where a mapping, or the columns of the adapter, name them; anything else belongs into attributes',
}
