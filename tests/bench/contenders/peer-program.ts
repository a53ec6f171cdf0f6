import { writeFileSync } from 'node:fs'
import type { Counts, Job, PeerReport } from './job.ts'

/** What a peer is asked for beside the job. */
export interface PeerJob extends Job {
  readonly threadCount: number
}

/** What a peer found. */
export interface PeerResult {
  readonly counts: Counts
  /**
   * The SHA-256 of the SHA-256s of all lines, as hex texts one after another: rule by rule, and inside a rule by the
   * first source record's place in its file.
   */
  readonly root: string
  /** The lines themselves, in the same order; asked for when the matches are checked. */
  readonly lines: () => Promise<Iterable<string>> | Iterable<string>
}

/** The line of a match, the same of every peer; of several sources the ids with `","` between them. */
export const matchLine = (rule: string, source: string, target: string): string =>
  `{"kind":"match","rule":"${rule}","source":["${source}"],"target":["${target}"]}`

/** Runs a peer's program on the job that the process was started with, and prints its report. */
export async function runPeer(reconcile: (job: PeerJob) => Promise<PeerResult> | PeerResult): Promise<void> {
  const job: PeerJob = JSON.parse(process.argv[2] ?? '')
  const startedAt = performance.now()
  const { counts, root, lines } = await reconcile(job)
  const report: PeerReport = { milliseconds: performance.now() - startedAt, counts, root }
  if (job.matches !== undefined) writeFileSync(job.matches, [...(await lines()), ''].join('\n'))
  console.log(JSON.stringify(report))
}
