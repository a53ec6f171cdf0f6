import { at } from '@tallystick/engine/base'
import * as z from 'zod'
import { described } from './described.ts'
import { configureMessages, faultCountMax } from './fault-messages.ts'
import { inDocumentOrder, pointerOf } from './pointer.ts'

configureMessages()

/** RFC 9457 problems, and how zod's issues become the `errors` of a problem. */

const fault = z
  .object({
    pointer: described(z.string().optional(), 'RFC 6901 pointer into the body, or the parameter’s name'),
    line: described(z.int().optional(), 'Physical line of the upload, from 1'),
    file: described(z.string().optional(), 'The file in the archive, or the sheet of the workbook'),
    column: described(
      z.union([z.string(), z.int()]).nullable().optional(),
      'The column, member, element or tag of the upload, by name or by number from 1',
    ),
    field: described(z.string().nullable().optional(), 'The canonical field that could not be read'),
    code: described(z.string(), 'Names the kind of fault'),
    detail: described(z.string(), 'What was got, and what was wanted'),
  })
  .meta({ id: 'Fault', description: 'One fault of a request' })

export type Fault = z.infer<typeof fault>

/** The members of a problem that has no faults to list. */
export const problemMembers = {
  type: described(z.string(), 'A URI that names the code; its page says what the code means'),
  title: described(z.string(), 'The code in words'),
  status: described(z.int(), 'The HTTP status'),
  detail: described(z.string(), 'What is wrong with this request'),
  instance: described(z.string(), 'The path of the request'),
  code: described(z.string(), 'Names the problem for programs'),
  requestId: described(z.string(), 'Names the request, as X-Request-Id does'),
}

/** The schema of `application/problem+json` answers; `codes` are all problem codes. */
export const problemSchema = (codes: readonly string[]) =>
  z
    .object({
      ...problemMembers,
      code: described(z.enum(codes), 'Names the problem for programs'),
      errors: described(z.array(fault).optional(), 'Every fault of the request, at most 100, in the order of the body'),
    })
    .meta({ id: 'Problem', description: 'An RFC 9457 problem' })

/** The schema of the answers of `/problems/{code}`; `codes` are all problem codes. */
export const problemPageSchema = (codes: readonly string[]) =>
  z
    .object({
      type: described(z.string(), 'The URI that names the code'),
      code: described(z.enum(codes), 'The code'),
      title: described(z.string(), 'The code in words'),
      status: described(z.int(), 'The HTTP status of its problems'),
      description: described(z.string(), 'What it means, and what to do'),
    })
    .meta({ id: 'ProblemDescription', description: 'What a problem code means' })

export const problemPageParams = z.object({
  code: described(z.string(), 'A problem code, as in the member `code` of a problem'),
})

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
    // `messageOf` gives each unknown member a line.
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

/** The code of a fault. A check of this project names its code in `params.code`, since zod only says `custom`. */
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
