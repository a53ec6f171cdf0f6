import { type BenchOptions, readBenchOptions, usage } from './bench-options.ts'
import { runMemory } from './memory/run-memory.ts'
import { runPropose } from './propose/run-propose.ts'
import { runReasons } from './reasons/run-reasons.ts'
import { runWaterfall } from './run-waterfall.ts'
import { runLarge } from './service/run-large.ts'
import { runService } from './service/run-service.ts'

/**
 * `npm run bench`: how long the program takes for what it is for, beside what else people use for it. `--service`
 * measures the Worker over HTTP, `--memory` what its isolate holds, `--propose` how long it takes to propose rules,
 * `--page` the page in a browser, and `--reasons` judges the reasons of breaks.
 */

const options = readOptions()
if (options?.service) await runService(options.write, note)
else if (options?.reasons) runReasons(options, note)
else if (options?.memory) await runMemory(options, note)
else if (options?.large !== undefined) await runLarge({ ...options, recordCount: options.large }, note)
else if (options !== undefined) await bench(options)

function readOptions(): BenchOptions | undefined {
  try {
    return readBenchOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exitCode = 2
    return undefined
  }
}

async function bench(options: BenchOptions): Promise<void> {
  console.log(`seed ${options.seed}; further: ${usage}`)
  try {
    const run = options.page ? await pageRun() : options.propose ? runPropose : runWaterfall
    for (const size of options.sizes) await run(options, size, note)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** Imported by a name that this type check does not follow: the page's part knows the types of a browser. */
async function pageRun(): Promise<typeof runPropose> {
  const module = './page/run-page.ts'
  const { runPage }: { runPage: typeof runPropose } = await import(module)
  return runPage
}

/** On a terminal, one line that the next one overwrites; otherwise nothing. */
function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}\r`)
}
