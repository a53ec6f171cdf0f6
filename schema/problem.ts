import { z } from '@hono/zod-openapi'

/** RFC 9457 problems, and how zod's findings become the `errors` of one. */

const fault = z
  .object({
    pointer: z.string().optional().openapi({ description: 'RFC 6901 pointer into the body, or the parameter’s name' }),
    line: z.int().optional().openapi({ description: 'Physical line of the upload, from 1' }),
    column: z.union([z.string(), z.int()]).nullable().optional(),
    field: z.string().nullable().optional(),
    code: z.string(),
    detail: z.string(),
  })
  .openapi('Fault')

/** One fault of a request: where it is, and what is wrong there. */
export type Fault = z.infer<typeof fault>

/** The schema of `application/problem+json` answers, given every code there is. */
export const problemSchema = (codes: readonly string[]) =>
  z
    .object({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      detail: z.string(),
      instance: z.string(),
      code: z.enum(codes),
      requestId: z.string(),
      errors: z.array(fault).optional(),
    })
    .openapi('Problem')

/** The schema of what `/problems/{code}` answers. */
export const problemPageSchema = (codes: readonly string[]) =>
  z
    .object({ type: z.string(), code: z.enum(codes), title: z.string(), status: z.int(), description: z.string() })
    .openapi('ProblemDescription')

export const problemPageParams = z.object({ code: z.string() })

const faultCountMax = 100

/** What comes of checking `value` against `schema`: the value, or all its faults, at most 100. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly ok: true; readonly value: z.output<Schema> } | { readonly ok: false; readonly faults: readonly Fault[] } {
  const result = schema.safeParse(value)
  return result.success ? { ok: true, value: result.data } : { ok: false, faults: faultsOf(result.error) }
}

/** The faults zod found, at most 100, in its order, each with an RFC 6901 pointer. */
export const faultsOf = (error: z.core.$ZodError): readonly Fault[] =>
  error.issues.flatMap((issue) => faultsOfIssue(issue, issue.path)).slice(0, faultCountMax)

function faultsOfIssue(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): readonly Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointerOf([...path, key]),
      code: 'unknown_member',
      detail: 'There is no such member here',
    }))
  if (issue.code === 'invalid_union') {
    const branch = nearestBranch(issue.errors)
    if (branch.length > 0) return branch.flatMap((nested) => faultsOfIssue(nested, [...path, ...nested.path]))
  }
  return [{ pointer: pointerOf(path), code: codeOf(issue), detail: issue.message }]
}

/** A check of our own may name its fault more closely than zod's `custom`. */
function codeOf(issue: z.core.$ZodIssue): string {
  const named: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof named === 'string' ? named : issue.code
}

/** Of the branches of a union the one that went deepest, then the one with the fewest faults: the one that was meant. */
function nearestBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const depth = (branch: readonly z.core.$ZodIssue[]) => Math.max(0, ...branch.map((issue) => issue.path.length))
  const [nearest] = [...branches].sort((a, b) => depth(b) - depth(a) || a.length - b.length)
  return nearest !== undefined && depth(nearest) > 0 ? nearest : []
}

/** The RFC 6901 pointer to the member at `path`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
