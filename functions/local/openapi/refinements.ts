import { datasetWarningCodes, formatNames } from '@tallystick/engine/intake'
import { breakHints, breakReasons, failureCodes } from '@tallystick/engine/result'
import { confidences, variances } from '@tallystick/engine/rules'
import { adapterKinds } from '@tallystick/schema/adapter'
import { problems } from '@tallystick/schema/problem-table'
import { innerSchemas, isNode, type Node, propertiesOf } from './nodes.ts'

/**
 * What the document says more exactly than the schemas that validate: closed lists of values that are read back
 * leniently, because a newer version of the service may have stored them, and objects that are checked elsewhere.
 */

const text = { type: 'string' }
const whole = { type: 'integer' }
const problemCode = { type: 'string', enum: Object.keys(problems) }
const variance = { type: 'string', enum: [...variances] }
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Component → path of a property, `''` for the component itself → members that take the place of its own. */
const refinements: { readonly [component: string]: { readonly [path: string]: Node } } = {
  Dataset: { 'warnings.code': { enum: ['larger_than_a_run', ...datasetWarningCodes].toSorted() } },
  // Texts all of them, which an index signature beside members that are objects cannot say.
  Mapping: { '': { additionalProperties: true } },
  ReceivedFile: { format: { enum: [...formatNames] } },
  RunFailure: { code: problemCode },
  Meta: {
    'adapters.kind': { enum: [...adapterKinds] },
    'adapters.formats': { items: { type: 'string', enum: [...formatNames] } },
    'rateLimits.policies.name': { enum: ['burst', 'quota', 'address', 'authentication'] },
    'problems.code': problemCode,
  },
  ResultMatch: { variance },
  Netting: { variance },
  Break: { 'failed.needs': reference('Needs') },
  Lineage: { 'artifact.line': reference('ArtifactLine'), 'backward.evidence': reference('LineEvidence') },
}

/** Makes the schemas of the document as exact as the refinements say. Throws for one whose place is not there. */
export function refineSchemas(schemas: { [name: string]: Node }): void {
  for (const [name, byPath] of Object.entries(refinements)) {
    const places = new Map(Object.entries(byPath))
    const component = schemas[name]
    if (component !== undefined) refineProperties(Object.assign(component, byPath['']), '', places)
    places.delete('')
    if (places.size > 0) throw new Error(`There is no ${[...places.keys()].join(', ')} in ${name}`)
  }
  for (const schema of Object.values(schemas)) closeTuples(schema)
}

function refineProperties(schema: Node, path: string, places: Map<string, Node>): void {
  for (const [name, property] of propertiesOf(schema)) {
    const own = path === '' ? name : `${path}.${name}`
    const members = places.get(own)
    places.delete(own)
    if (members !== undefined && '$ref' in members) {
      for (const member of Object.keys(property)) delete property[member]
    }
    Object.assign(property, members)
    refineProperties(property, own, places)
  }
  for (const inner of innerSchemas(schema)) refineProperties(inner, path, places)
}

/** A tuple has as many elements as it names. */
function closeTuples(schema: Node): void {
  const { prefixItems } = schema
  if (Array.isArray(prefixItems) && isNode(prefixItems[0]))
    Object.assign(schema, { items: { ...prefixItems[0] }, minItems: prefixItems.length, maxItems: prefixItems.length })
  for (const inner of [...innerSchemas(schema), ...propertiesOf(schema).map(([, property]) => property)])
    closeTuples(inner)
}

const object = (properties: { [name: string]: Node }, required: readonly string[] = []): Node => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
})
const list = (items: Node): Node => ({ type: 'array', items })
const mapOf = (additionalProperties: Node): Node => ({ type: 'object', additionalProperties })
const pair: Node = { type: 'array', items: text, minItems: 2, maxItems: 2 }
const kindOf = (...names: readonly string[]): Node => ({ type: 'string', enum: [...names] })
const side = kindOf('source', 'target')

const lineEvidence = {
  confidence: kindOf(...confidences),
  equal: mapOf(text),
  differ: mapOf(pair),
  sum: pair,
  difference: text,
  days: whole,
  similarity: whole,
  variance,
  converted: object({ currency: text, values: mapOf(pair), difference: text }, ['currency', 'values']),
  turned: { type: 'boolean', enum: [true] },
  residual: object({ side, id: text, amount: text }, ['side', 'id', 'amount']),
  interchangeable: { type: 'boolean', enum: [true] },
  ambiguous: { type: 'boolean', enum: [true] },
}
const breakEvidence = {
  reason: kindOf(...breakReasons),
  difference: text,
  days: whole,
  failed: object({ rule: text, field: text, code: kindOf(...failureCodes), needs: reference('Needs') }, ['rule']),
  hint: kindOf(...breakHints),
  candidates: list(reference('CandidateLine')),
  listed: object({ found: list(text), missing: list(text), taken: list(text) }, ['found', 'missing', 'taken']),
  total: text,
  taken: list(reference('CandidateLine')),
  counts: object({ source: whole, target: whole }, ['source', 'target']),
  repeats: list(text),
  work: object({ needed: whole, limit: whole, by: text }, ['needed', 'limit', 'by']),
  suggested: { type: 'boolean', enum: [true] },
  group: text,
}
const bySide = { source: list(text), target: list(text) }

/** Components of shapes that are checked elsewhere than in a schema: rows of an export, and lines that the engine writes. */
export const writtenSchemas: { readonly [name: string]: Node } = structuredClone({
  UploadedRecord: {
    type: 'object',
    properties: Object.fromEntries(
      [
        'id',
        'amount',
        'gross',
        'fee',
        'net',
        'currency',
        'date',
        'valueDate',
        'reference',
        'description',
        'counterparty',
        'account',
        'type',
        'status',
        'attributes',
      ].map((name) => [name, {}]),
    ),
    additionalProperties: true,
    example: { id: 's1', date: '2026-03-02', amount: '100.00', currency: 'EUR', reference: 'INV-7' },
  },
  Needs: object({
    tolerance: {
      anyOf: [text, object({ from: text, to: text, absolute: text, percent: text, of: text, combine: text })],
    },
    days: { anyOf: [whole, object({ before: whole, after: whole, from: whole, to: whole })] },
    businessDays: { anyOf: [whole, object({ before: whole, after: whole, from: whole, to: whole })] },
    similarity: text,
    min: whole,
    nulls: { type: 'string', enum: ['match', 'skip'] },
  }),
  MatchLine: object({ kind: kindOf('match', 'suggestion'), rule: text, ...bySide, ...lineEvidence }, [
    'kind',
    'rule',
    'confidence',
    'source',
    'target',
  ]),
  BreakLine: object({ kind: kindOf('break'), ...bySide, ...breakEvidence }, ['kind', 'reason']),
  ExcludedLine: object({ kind: kindOf('excluded'), rule: text, ...bySide }, ['kind', 'rule']),
  NettedLine: object({ kind: kindOf('netted'), rule: text, side, records: list(text), ...lineEvidence }, [
    'kind',
    'rule',
    'confidence',
    'side',
    'records',
  ]),
  CandidateLine: object({ source: text, target: text, side, difference: text, days: whole, takenBy: text }, [
    'source',
    'target',
  ]),
  ArtifactLine: {
    anyOf: ['MatchLine', 'BreakLine', 'ExcludedLine', 'NettedLine', 'Receipt', 'CanonicalRecord'].map(reference),
  },
  LineEvidence: object({ ...lineEvidence, ...breakEvidence }),
})
