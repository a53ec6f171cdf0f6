import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../support/node/step.ts'
import type { Job } from './contenders/job.ts'
import type { Stage } from './stages.ts'

/** Where the time of one run of the command line goes, measured in a process of its own. */
export async function measureStages(job: Omit<Job, 'matches'>): Promise<readonly Stage[]> {
  const words = ['tests/bench/stages.ts', JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
  return JSON.parse(stdout)
}
