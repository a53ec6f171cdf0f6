import { z } from '@hono/zod-openapi'

/** What is left of an object of the wrong shape. */
export interface SoundMembers {
  /** Those that have the right shape on their own. */
  readonly members: { readonly [name: string]: unknown }
  /** The names of the others, the unknown ones among them. */
  readonly unsound: ReadonlySet<string>
}

/** The members of `value` that `schema` would take; none of what is no object. */
export function soundMembers(
  schema: { readonly shape: { readonly [name: string]: z.core.$ZodType } },
  value: unknown,
): SoundMembers {
  if (typeof value !== 'object' || value === null) return { members: {}, unsound: new Set() }
  const isSound = ([name, member]: readonly [string, unknown]): boolean => {
    const own = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    return own !== undefined && z.safeParse(own, member).success
  }
  const entries = Object.entries(value)
  return {
    members: Object.fromEntries(entries.filter(isSound)),
    unsound: new Set(entries.filter((entry) => !isSound(entry)).map(([name]) => name)),
  }
}
