interface SheetNames {
  /** Reserves `name`, or the nearest valid name, and returns its position, counted from 1. */
  readonly add: (name: string) => number
  readonly all: () => readonly string[]
}

const nameLengthMax = 31

/**
 * Makes names that Excel accepts: 1 to 31 characters without `[]:*?/\` and controls, no apostrophe at either end, not
 * `History`, and no two that differ only by case. A repeated name gets a number, `Breaks (2)`.
 */
export function nameSheets(): SheetNames {
  const names: string[] = []
  const taken = new Set(['history'])
  return {
    add(name) {
      const base = fitName(name)
      let free = base
      for (let count = 2; taken.has(free.toLowerCase()); count++) {
        const suffix = ` (${count})`
        free = base.slice(0, nameLengthMax - suffix.length) + suffix
      }
      taken.add(free.toLowerCase())
      return names.push(free)
    },
    all: () => names,
  }
}

const fitName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\\p{Cc}\p{Cs}]/gu, '-')
    .replace(/^'/, '-')
    .slice(0, nameLengthMax)
    .replace(/[\p{Cs}']$/u, '-') || 'Sheet'
