import { z } from 'zod'

/** What schemas mean, said beside them and shown by the OpenAPI document. */

let areTextsKept = false

/**
 * Keeps the texts of all schemas that are made from now on, for the build of the OpenAPI document alone: zod copies a schema
 * to describe it, and a thousand copies would be a tenth of the time in which a Worker starts.
 */
export function keepTexts(): void {
  areTextsKept = true
}

/** The schema with what its values mean. */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  withTexts(schema, { description })

/** The record with what the value of each of its keys means. */
export const describedKeys = <Key extends string, Schema extends z.ZodType<Partial<Record<Key, unknown>>>>(
  record: Schema,
  keyTexts: Readonly<Record<Key, string>>,
): Schema => withTexts(record, { keyTexts })

/**
 * A component becomes the only choice of a union, which takes the texts: the component has a description of its own.
 */
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
