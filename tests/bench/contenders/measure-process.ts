import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Loaded before a contender by `--import`: as its process ends, writes what it took of memory and processor time. */

const path = process.env['TALLYSTICK_BENCH_USAGE']

if (isMainThread && path !== undefined) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    writeFileSync(
      path,
      JSON.stringify({ peakBytes: maxRSS * 1024, cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000 }),
    )
  })
}
