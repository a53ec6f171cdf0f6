import { z } from '@hono/zod-openapi'
import { keepTexts, type Texts } from '@tallystick/schema/described'

/** Keeps the texts of schemas for the document. To be imported before any schema. */

keepTexts(keep)

/** A component is described as the only choice of a union: texts of its own would make another schema of it. */
function keep<Schema extends z.ZodType>(schema: Schema, texts: Texts): Schema
function keep(schema: z.ZodType, texts: Texts): z.ZodType {
  return (isComponent(schema) ? z.union([schema]) : schema).meta({ ...texts })
}

function isComponent(schema: z.ZodType): boolean {
  if (schema.meta()?.id !== undefined) return true
  const inner = 'innerType' in schema.def ? schema.def.innerType : undefined
  return inner instanceof z.ZodType && isComponent(inner)
}
