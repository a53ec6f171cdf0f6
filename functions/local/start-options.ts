import { parseArgs } from 'node:util'

export interface StartArguments {
  readonly port: number
  readonly demo: boolean
  readonly fresh: boolean
  readonly witness: boolean
  readonly verbose: boolean
}

type StartArgumentsResult =
  | { readonly ok: true; readonly value: StartArguments | 'help' }
  | { readonly ok: false; readonly fault: string }

const portDefault = 8787
const usage = 'npm start -- [--port 1..65535] [--no-demo] [--fresh] [--witness] [--verbose]'

export const startUsage = `${usage}

serves Tallystick on this machine until Ctrl-C; data and keys are kept in .wrangler and .dev.vars of this folder
  --port PORT  where it listens on 127.0.0.1; ${portDefault} without it
  --no-demo    uploads no samples, and makes no run of them
  --fresh      deletes this folder's data first
  --witness    runs a witness beside the service, which cosigns the checkpoints of its logs
  --verbose    prints a line for each request that is answered
  --help       prints this`

/** `--help` is answered whatever the other words are. A fault says what was got and what is wanted. */
export function readStartArguments(words: readonly string[]): StartArgumentsResult {
  if (words.includes('--help') || words.includes('-h')) return { ok: true, value: 'help' }
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        port: { type: 'string' },
        'no-demo': { type: 'boolean' },
        fresh: { type: 'boolean' },
        witness: { type: 'boolean' },
        verbose: { type: 'boolean' },
      },
    })
    const port = values.port ?? String(portDefault)
    if (!/^[0-9]{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      return { ok: false, fault: `--port is ${JSON.stringify(port)}, wanted a number from 1 to 65535\n${usage}` }
    }
    const { 'no-demo': noDemo = false, fresh = false, witness = false, verbose = false } = values
    return { ok: true, value: { port: Number(port), demo: !noDemo, fresh, witness, verbose } }
  } catch (error) {
    return { ok: false, fault: `${error instanceof Error ? error.message : error}\n${usage}` }
  }
}
