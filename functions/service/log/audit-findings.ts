import { type LogAudit, type LogCheckName, logCheckNames } from '@tallystick/schema/log'

const listedCountMax = 1_000

/** Collects what an audit of a log finds, in bounded memory. */
export interface Findings {
  readonly fault: (check: LogCheckName, detail: string) => void
  readonly list: <Name extends ListName>(list: Name, member: LogAudit[Name][number]) => void
  /** Notes a fault that shows that the stored history is not the signed one. */
  readonly diverge: (check: LogCheckName, detail: string) => void
  /** `holds` has the sentence for each check that found no fault. */
  readonly report: (holds: { readonly [name in LogCheckName]: string }) => Omit<LogAudit, 'size' | 'root'>
}

type ListName = 'receiptsWithoutRuns' | 'runsWithoutReceipts' | 'gaps'

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
