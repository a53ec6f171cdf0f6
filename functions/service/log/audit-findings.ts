import { type LogAudit, type LogCheckName, logCheckNames } from '@tallystick/schema/log'

/** Members that a list of an audit shows; the rest is cut off. */
const listedCountMax = 1_000

/** What an audit of a log finds while it goes on. Memory is bounded, however much is wrong. */
export interface Findings {
  /** Notes that a check does not hold, with a sentence. */
  readonly fault: (check: LogCheckName, detail: string) => void
  readonly list: <Name extends ListName>(list: Name, member: LogAudit[Name][number]) => void
  /** Notes that another history was signed than the one that is stored. */
  readonly diverge: (check: LogCheckName, detail: string) => void
  /** What was found; `holds` says of each check what holds when it has no fault. */
  readonly report: (holds: { readonly [name in LogCheckName]: string }) => Omit<LogAudit, 'size' | 'root'>
}

type ListName = 'receiptsWithoutRuns' | 'runsWithoutReceipts' | 'gaps'

/** Findings without a fault. */
export function createFindings(): Findings {
  const faults = new Map<LogCheckName, { readonly first: string; count: number }>()
  const lists: { readonly [name in ListName]: LogAudit[name][number][] } = {
    receiptsWithoutRuns: [],
    runsWithoutReceipts: [],
    gaps: [],
  }
  let truncated = false
  let diverged = false
  const fault = (check: LogCheckName, detail: string): void => {
    const known = faults.get(check)
    if (known === undefined) faults.set(check, { first: detail, count: 1 })
    else known.count += 1
  }
  return {
    fault,
    list(name, member) {
      const list: LogAudit[typeof name][number][] = lists[name]
      if (list.length < listedCountMax) list.push(member)
      else truncated = true
    },
    diverge(check, detail) {
      fault(check, detail)
      diverged = true
    },
    report: (holds) => ({
      verified: faults.size === 0 && Object.values(lists).every((list) => list.length === 0),
      checks: logCheckNames.map((name) => {
        const found = faults.get(name)
        return { name, passed: found === undefined, faultCount: found?.count ?? 0, detail: found?.first ?? holds[name] }
      }),
      ...lists,
      truncated,
      diverged,
    }),
  }
}
