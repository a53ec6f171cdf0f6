import { at } from '@tallystick/engine/base'
import { z } from 'zod'
import { configureMessages, faultCountMax } from './fault-messages.ts'
import { inDocumentOrder, pointerOf } from './pointer.ts'

configureMessages()

/** RFC 9457 problems, and how zod's issues become the `errors` of a problem. */

const fault = z
  .object({
    pointer: z.string().optional(),
    line: z.int().optional(),
    file: z.string().optional(),
    column: z.union([z.string(), z.int()]).nullable().optional(),
    field: z.string().nullable().optional(),
    code: z.string(),
    detail: z.string(),
  })
  .meta({ id: 'Fault' })

/** One fault of a request: its place and what is wrong there. */
export type Fault = z.infer<typeof fault>

/** The schema of `application/problem+json` answers; `codes` are all problem codes. */
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
    .meta({ id: 'Problem' })

/** The schema of the answers of `/problems/{code}`; `codes` are all problem codes. */
export const problemPageSchema = (codes: readonly string[]) =>
  z
    .object({ type: z.string(), code: z.enum(codes), title: z.string(), status: z.int(), description: z.string() })
    .meta({ id: 'ProblemDescription' })

export const problemPageParams = z.object({ code: z.string() })

/** Checks `value` against `schema`: the schema's output, or all faults, at most 100, in the order of `value`. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly ok: true; readonly value: z.output<Schema> } | { readonly ok: false; readonly faults: readonly Fault[] } {
  const result = schema.safeParse(value)
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, faults: inDocumentOrder(faultsOf(result.error), value) }
}

/** The faults of a zod error, at most 100, in zod's order, each with an RFC 6901 pointer. */
export function faultsOf(error: z.core.$ZodError): readonly Fault[] {
  const faults = error.issues.flatMap((issue) => faultsOfIssue(issue, issue.path))
  // zod also measures the length of a value of the wrong type: one fault for a place is enough.
  const mistyped = new Set(faults.filter(({ code }) => code === 'invalid_type').map(({ pointer }) => pointer))
  return faults.filter(({ pointer, code }) => code === 'invalid_type' || !mistyped.has(pointer)).slice(0, faultCountMax)
}

function faultsOfIssue(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): readonly Fault[] {
  if (issue.code === 'unrecognized_keys') {
    // Our message has a line for each unknown member.
    return issue.message.split('\n').map((detail, index) => ({
      pointer: pointerOf([...path, at(issue.keys, index)]),
      code: 'unknown_member',
      detail,
    }))
  }
  if (issue.code === 'invalid_union') {
    const branch = nearestBranch(issue.errors)
    if (branch !== undefined) return branch.flatMap((nested) => faultsOfIssue(nested, [...path, ...nested.path]))
  }
  return [{ pointer: pointerOf(path), code: codeOf(issue), detail: issue.message }]
}

/** The code of a fault; a check of our own may give a more exact one in `params.code` than zod's `custom`. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return issue.code
  const named: unknown = issue.params?.['code']
  return typeof named === 'string' ? named : 'invalid_value'
}

/**
 * The branch of a union that was most likely meant: of those with a fault below the place of the union, the branch with
 * the fewest unknown members, then the deepest fault, then the fewest faults. Undefined when there is none.
 */
function nearestBranch(branches: readonly Branch[]): Branch | undefined {
  const [nearest] = branches
    .filter((branch) => depthOf(branch) > 0)
    .sort((a, b) => unknownCountOf(a) - unknownCountOf(b) || depthOf(b) - depthOf(a) || a.length - b.length)
  return nearest
}

type Branch = readonly z.core.$ZodIssue[]

/** The fault of an unknown member is at the member, one level below the path of its issue. */
const depthOf = (branch: Branch): number =>
  Math.max(0, ...branch.map(({ code, path }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)))

const unknownCountOf = (branch: Branch): number =>
  branch.reduce((count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0)
