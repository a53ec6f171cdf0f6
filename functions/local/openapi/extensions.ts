import { isNode, type Node } from './nodes.ts'

/** By component, the component that it extends. The generator copies the members of the extended component into it. */
const extended: { readonly [component: string]: string } = {
  ResultEvidence: 'EvidenceItem',
  DatasetWithStatements: 'Dataset',
  NewKey: 'Key',
  RotatedKey: 'NewKey',
}

/**
 * Rewrites each component that extends another as `allOf` of that component and of the added members. Throws where a
 * member of the extended component is missing.
 */
export function writeExtensions(schemas: { [name: string]: Node }): void {
  const whole = structuredClone(schemas)
  for (const [name, of] of Object.entries(extended)) {
    const [component, added] = [schemas[name], addedTo(whole[of], whole[name])]
    if (component === undefined || added === undefined) throw new Error(`${name} does not have all members of ${of}`)
    const { description } = component
    for (const member of Object.keys(component)) delete component[member]
    Object.assign(component, { allOf: [{ $ref: `#/components/schemas/${of}` }, added], description })
  }
}

/** The members of `component` that `base` lacks or defines otherwise; undefined where a member of `base` is missing. */
function addedTo(base: Node | undefined, component: Node | undefined): Node | undefined {
  const [known, own] = [base?.['properties'], component?.['properties']]
  if (!isNode(known) || !isNode(own) || Object.keys(known).some((name) => own[name] === undefined)) return undefined
  const added = Object.entries(own).filter(([name, schema]) => JSON.stringify(schema) !== JSON.stringify(known[name]))
  const [before, now] = [requiredOf(base), requiredOf(component)]
  const required = now.filter((name) => !before.includes(name))
  return { type: 'object', properties: Object.fromEntries(added), ...(required.length > 0 && { required }) }
}

const requiredOf = (schema: Node | undefined): readonly unknown[] =>
  Array.isArray(schema?.['required']) ? schema['required'] : []
