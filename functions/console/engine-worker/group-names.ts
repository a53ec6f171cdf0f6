import type { BreakLine } from '@tallystick/engine/result'
import type { GroupName } from './line-types.ts'

interface GroupNaming {
  readonly placeOf: (line: BreakLine) => number
}

/** Gives each break the place of its group in `groups`, to which new groups are added. */
export function nameGroups(groups: GroupName[]): GroupNaming {
  const places = new Map<string, number>()
  return {
    placeOf({ reason, hint = null, cause = null }) {
      const key = cause === null ? [reason, hint].join(' ') : [reason, cause.kind, cause.value].join(' ')
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, groups.length)
      return groups.push({ key, reason, hint: cause === null ? hint : null, cause }) - 1
    },
  }
}
