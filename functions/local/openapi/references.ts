import { innerSchemas, isNode, type Node, propertiesOf } from './nodes.ts'

/**
 * Simplifies a schema in place. A union that only adds a description to a component becomes a reference; where the
 * component may be null, a choice between reference and null. Properties of records with known keys get their
 * descriptions.
 */
export function writeTexts(schema: Node): void {
  const { anyOf: choices, keyTexts, ...rest } = schema
  if (Array.isArray(choices) && choices.filter((choice) => !isNull(choice)).length === 1 && '$ref' in choices[0]) {
    delete schema['anyOf']
    Object.assign(schema, choices.length === 1 ? choices[0] : { oneOf: choices }, rest)
  }
  delete schema['keyTexts']
  for (const [name, property] of propertiesOf(schema)) {
    if (isNode(keyTexts)) property['description'] = keyTexts[name]
    writeTexts(property)
  }
  for (const inner of innerSchemas(schema)) writeTexts(inner)
}

const isNull = (choice: unknown): boolean => isNode(choice) && choice['type'] === 'null'
