/** What the instances of Workflows used, as the Worker logs it. */
export interface InstanceUse {
  readonly workflow: string
  readonly instance: string
  readonly milliseconds: number
  readonly steps: number
  readonly queries: number
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly bucketWrites: number
  readonly bucketReads: number
  readonly bucketBytesWritten: number
  /** The most that a step held. */
  readonly heldBytes: number
}

/** The lines about instances in what a server printed. */
export const instancesIn = (output: string): readonly InstanceUse[] =>
  output.split('\n').flatMap((line) => {
    const start = line.indexOf('{"workflow":')
    return start < 0 ? [] : [JSON.parse(line.slice(start, line.lastIndexOf('}') + 1))]
  })

type Counted = Exclude<keyof InstanceUse, 'workflow' | 'instance'>

/** What the instances of a workflow whose id has `part` used together, and the most that a step held: they log a line each time that they wake. */
export function sumOf(uses: readonly InstanceUse[], part: string): { readonly [name in Counted]: number } {
  const own = uses.filter(({ instance }) => instance.includes(part))
  const sum = (name: Counted): number => own.reduce((total, use) => total + use[name], 0)
  return {
    milliseconds: sum('milliseconds'),
    steps: sum('steps'),
    queries: sum('queries'),
    rowsRead: sum('rowsRead'),
    rowsWritten: sum('rowsWritten'),
    bucketWrites: sum('bucketWrites'),
    bucketReads: sum('bucketReads'),
    bucketBytesWritten: sum('bucketBytesWritten'),
    heldBytes: Math.max(0, ...own.map(({ heldBytes }) => heldBytes)),
  }
}
