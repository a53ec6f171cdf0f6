/** The names of the sheets of one workbook, in order. */
export interface SheetNames {
  /** Takes `name`, or the name nearest to it that a workbook may have, and returns its position, the first of which is 1. */
  readonly add: (name: string) => number
  readonly all: () => readonly string[]
}

const nameLengthMax = 31

/**
 * Names as Excel takes them: 1 to 31 characters without `[]:*?/\` and control characters, no apostrophe at either end,
 * not `History`, and no two that differ by case alone. A name that is there already gets a number, `Breaks (2)`.
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
