import { ruleSchema } from '../../schema/rule.ts'

/**
 * Schemas that the document names although no route does, and those that routes reach first as nullable or with a
 * description, which the generator would take for the schema's own.
 */
export const namedSchemas = {
  // The rules of a run are documented by reference, since what is validated is more than a shape.
  Rule: ruleSchema,
}
