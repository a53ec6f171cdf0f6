import * as z from 'zod'

/** Descriptions of schemas, which the OpenAPI document shows. */

let areTextsKept = false

/**
 * Makes schemas keep their descriptions from now on, for the build of the OpenAPI document alone: zod copies a schema
 * to describe it, and a thousand copies would take a tenth of the start of a Worker.
 */
export function keepTexts(): void {
  areTextsKept = true
}

/** The schema with a description of its values. */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  withTexts(schema, { description })

/** The record with a description of the value of each key. */
export const describedKeys = <Key extends string, Schema extends z.ZodType<Partial<Record<Key, unknown>>>>(
  record: Schema,
  keyTexts: Readonly<Record<Key, string>>,
): Schema => withTexts(record, { keyTexts })

/** A component has a description of its own, so the texts go to a union with the component as its only choice. */
function withTexts<Schema extends z.ZodType>(schema: Schema, texts: object): Schema
function withTexts(schema: z.ZodType, texts: object): z.ZodType {
  if (!areTextsKept) return schema
  return (isComponent(schema) ? z.union([schema]) : schema).meta({ ...texts })
}

function isComponent(schema: z.ZodType): boolean {
  if (schema.meta()?.id !== undefined) return true
  const inner = 'innerType' in schema.def ? schema.def.innerType : undefined
  return inner instanceof z.ZodType && isComponent(inner)
}
