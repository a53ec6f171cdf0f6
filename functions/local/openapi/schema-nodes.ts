import type { Node } from './nodes.ts'

/** Builders of JSON Schema for shapes that no zod schema has. */

export const text = (description: string): Node => ({ type: 'string', description })
export const whole = (description: string): Node => ({ type: 'integer', description })
export const oneOf = (description: string, ...names: readonly string[]): Node => ({
  type: 'string',
  enum: [...names],
  description,
})
export const always = (description: string): Node => ({ type: 'boolean', enum: [true], description })
export const ids = (description: string): Node => ({ type: 'array', items: { type: 'string' }, description })
export const pair: Node = { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }
export const byField = (description: string, additionalProperties: Node): Node => ({
  type: 'object',
  additionalProperties,
  description,
})
export const reference = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

export type Members = { readonly [name: string]: Node }

export const object = (description: string, properties: Members, required: readonly string[] = []): Node => ({
  ...plainObject(properties, required),
  description,
})

export const plainObject = (properties: Members, required: readonly string[] = []): Node => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})
