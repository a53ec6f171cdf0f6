import { datasetWarningCodes, formatNames } from '@tallystick/engine/intake'
import { variances } from '@tallystick/engine/rules'
import { adapterKinds } from '@tallystick/schema/adapter'
import { problems } from '@tallystick/schema/problem-table'
import { innerSchemas, isNode, type Node, propertiesOf } from './nodes.ts'

/**
 * Where the document is more exact than the schemas that validate: lists of values that are read leniently, since a
 * newer version of the service may have stored others, and objects that are checked elsewhere.
 */

const problemCode = { type: 'string', enum: Object.keys(problems) }
const variance = { type: 'string', enum: [...variances] }
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** By component and by path of a property (`''` for the component itself), the members that replace its own. */
const refinements: { readonly [component: string]: { readonly [path: string]: Node } } = {
  Dataset: { 'warnings.code': { enum: ['larger_than_a_run', ...datasetWarningCodes].toSorted() } },
  // Other members are texts, but an index signature cannot say so beside named members that are objects.
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

/** Applies the refinements to the schemas of the document. Throws for a refinement whose place does not exist. */
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
      for (const member of Object.keys(property)) if (member !== 'description') delete property[member]
    }
    Object.assign(property, members)
    refineProperties(property, own, places)
  }
  for (const inner of innerSchemas(schema)) refineProperties(inner, path, places)
}

/** Lets a tuple have exactly as many elements as it names. */
function closeTuples(schema: Node): void {
  const { prefixItems } = schema
  if (Array.isArray(prefixItems) && isNode(prefixItems[0]))
    Object.assign(schema, { items: { ...prefixItems[0] }, minItems: prefixItems.length, maxItems: prefixItems.length })
  for (const inner of [...innerSchemas(schema), ...propertiesOf(schema).map(([, property]) => property)])
    closeTuples(inner)
}
