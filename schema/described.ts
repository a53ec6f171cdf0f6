import type { z } from 'zod'

/** What schemas mean, said beside them and shown by the OpenAPI document. */

/** What is said of a schema, or of each key of a record. */
export interface Texts {
  readonly description?: string
  readonly keyTexts?: Readonly<Record<string, string>>
}

type Keep = <Schema extends z.ZodType>(schema: Schema, texts: Texts) => Schema

let keep: Keep = (schema) => schema

/**
 * Decides what becomes of the texts of schemas that are made from now on; they are dropped until then. The build of the
 * OpenAPI document alone keeps them: zod copies a schema to describe it, and a thousand copies would be a tenth of the
 * time in which a Worker starts.
 */
export function keepTexts(by: Keep): void {
  keep = by
}

/** The schema with what its values mean. */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  keep(schema, { description })

/** The record with what the value of each of its keys means. */
export const describedKeys = <Key extends string, Schema extends z.ZodType<Partial<Record<Key, unknown>>>>(
  record: Schema,
  keyTexts: Readonly<Record<Key, string>>,
): Schema => keep(record, { keyTexts })
