import { parameterDescriptions } from '@tallystick/schema/descriptions/parameters'
import { type Document, innerSchemas, type Node, type Operation, propertiesOf } from './nodes.ts'

/** Puts the texts of `schema/descriptions` into the document. */

/** Component name → path of a property (`''` is the component itself) → text. */
export type DescriptionTable = { readonly [component: string]: { readonly [path: string]: string } }

/** Describes each component and its properties. Properties of unions, elements and values have no step of their own. */
export function describeSchemas({ components }: Document, tables: DescriptionTable): void {
  for (const [name, component] of Object.entries(components.schemas)) {
    const texts = tables[name] ?? {}
    if (texts[''] !== undefined) component['description'] = texts['']
    describeProperties(component, '', texts)
  }
}

function describeProperties(schema: Node, path: string, texts: { readonly [path: string]: string }): void {
  for (const [name, property] of propertiesOf(schema)) {
    const own = path === '' ? name : `${path}.${name}`
    const text = texts[own]
    if (text !== undefined) property['description'] = text
    describeProperties(property, own, texts)
  }
  for (const inner of innerSchemas(schema)) describeProperties(inner, path, texts)
}

/** Describes the parameters of the operation: by `operationId.name` where there is such a text, otherwise by name. */
export function describeParameters({ operationId, parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const text =
      parameterDescriptions[`${operationId}.${parameter.in}.${parameter.name}`] ??
      parameterDescriptions[`${operationId}.${parameter.name}`] ??
      parameterDescriptions[parameter.name]
    if (text !== undefined) parameter.description = text
  }
}
