import { z } from '@hono/zod-openapi'
import { faultCountMax, speakPlainly, unknownMember } from './fault-messages.ts'
import { inDocumentOrder, pointerOf } from './pointer.ts'

speakPlainly()

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

/** What comes of checking `value` against `schema`: the value, or all its faults, at most 100, in its own order. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly ok: true; readonly value: z.output<Schema> } | { readonly ok: false; readonly faults: readonly Fault[] } {
  const result = schema.safeParse(value)
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, faults: inDocumentOrder(faultsOf(result.error), value) }
}

/** The faults zod found, at most 100, in its order, each with an RFC 6901 pointer. */
export function faultsOf(error: z.core.$ZodError): readonly Fault[] {
  const faults = error.issues.flatMap((issue) => faultsOfIssue(issue, issue.path))
  // zod measures what has a length also when it is of the wrong type, which is fault enough.
  const mistyped = new Set(faults.filter(({ code }) => code === 'invalid_type').map(({ pointer }) => pointer))
  return faults.filter(({ pointer, code }) => code === 'invalid_type' || !mistyped.has(pointer)).slice(0, faultCountMax)
}

function faultsOfIssue(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): readonly Fault[] {
  if (issue.code === 'unrecognized_keys') {
    const details = issue.message.split('\n')
    return issue.keys.slice(0, faultCountMax).map((key, index) => ({
      pointer: pointerOf([...path, key]),
      code: 'unknown_member',
      detail: details[index] ?? unknownMember(key, []),
    }))
  }
  if (issue.code === 'invalid_union') {
    const branch = nearestBranch(issue.errors)
    if (branch.length > 0) return branch.flatMap((nested) => faultsOfIssue(nested, [...path, ...nested.path]))
  }
  return [{ pointer: pointerOf(path), code: codeOf(issue), detail: issue.message }]
}

/** A check of our own may name its fault more closely than zod's `custom`. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code
  const named: unknown = issue.params?.['code']
  return typeof named === 'string' ? named : 'invalid_value'
}

/**
 * Of the branches of a union the one that was meant: one that has a fault below its own place, knows the most members,
 * went deepest, and has the fewest faults.
 */
function nearestBranch(branches: readonly Branch[]): Branch {
  const [nearest] = branches
    .filter((branch) => depthOf(branch) > 0)
    .sort((a, b) => unknownCountOf(a) - unknownCountOf(b) || depthOf(b) - depthOf(a) || a.length - b.length)
  return nearest ?? []
}

type Branch = readonly z.core.$ZodIssue[]

/** An unknown member is told where it stands, below what its issue points to. */
const depthOf = (branch: Branch): number =>
  Math.max(0, ...branch.map(({ code, path }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)))

const unknownCountOf = (branch: Branch): number =>
  branch.reduce((count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0)
