import { spawn } from 'node:child_process'
import { root, toolEnvironment } from '../../../functions/local/tool-environment.ts'

export { root }

/** A command of the project's own toolchain, run by the Node that runs this file. */
export interface Step {
  readonly name: string
  /** The script and its arguments; the script is a path from the project's root. */
  readonly command: readonly string[]
  /** Shows the output while it comes instead of only after a failure. */
  readonly live?: boolean
  /** Variables beside those of this process. */
  readonly env?: { readonly [name: string]: string }
}

export interface StepOutcome {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  /** Standard output and error, interleaved; empty for a live step. */
  readonly output: string
}

/** The commands of the toolchain, from the root: children are run by Node itself, so nothing depends on a PATH. */
export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  drizzleKit: 'node_modules/drizzle-kit/bin.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
  wrangler: 'node_modules/wrangler/bin/wrangler.js',
} as const

/** Runs one step to its end. Never rejects: a command that cannot be started is a step that failed. */
export function runStep(step: Step): Promise<StepOutcome> {
  const startedAt = performance.now()
  const env = { ...process.env, ...toolEnvironment, ...step.env }
  const child = spawn(process.execPath, step.command, { cwd: root, env, stdio: step.live ? 'inherit' : 'pipe' })
  const output: string[] = []
  child.stdout?.on('data', (bytes: Buffer) => output.push(bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => output.push(bytes.toString()))
  return new Promise((resolve) => {
    const finish = (passed: boolean) =>
      resolve({ name: step.name, passed, seconds: (performance.now() - startedAt) / 1000, output: output.join('') })
    child.on('error', (error) => {
      output.push(String(error))
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
