import { type Arguments, readArguments, usage } from './arguments.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs the command that the words after `tallystick` ask for. Whatever is wrong is written to standard error, all of
 * it at once, and ends in exit code 2. Rejects only for a fault of the program itself.
 */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const read = readArguments(words)
  if (!read.ok) {
    terminal.printError(`${faultText(read.faults)}see npx tallystick help\n`)
    return exitCodes.error
  }
  if (read.value.command === 'help') {
    terminal.print(`${usage}\n`)
    return exitCodes.sound
  }
  const { code, faults } = await runAsked(read.value, terminal)
  if (faults.length > 0) terminal.printError(faultText(faults))
  return code
}

interface CommandEnd {
  readonly code: ExitCode
  readonly faults: readonly string[]
}

/** Each command is loaded when it is asked for: what the others need takes longer to load than evidence to verify. */
async function runAsked(
  asked: Exclude<Arguments, { readonly command: 'help' }>,
  terminal: Terminal,
): Promise<CommandEnd> {
  if (asked.command === 'verify') {
    const { runVerify } = await import('./verify/run-verify.ts')
    const end = await runVerify(asked, terminal)
    return end.ok ? endOf(end.holds) : failed(end.faults)
  }
  if (asked.command === 'explain') {
    const { runExplain } = await import('./explain/run-explain.ts')
    const { end, faults } = await runExplain(asked, terminal)
    return { code: explainCodes[end], faults }
  }
  const { runReconcile } = await import('./reconcile/run-reconcile.ts')
  const end = await runReconcile(asked, terminal)
  return end.ok ? endOf(end.openCount === 0) : failed(end.faults)
}

const explainCodes = { explained: exitCodes.sound, unsound: exitCodes.finding, unknown: exitCodes.error }

const endOf = (isSound: boolean): CommandEnd => ({
  code: isSound ? exitCodes.sound : exitCodes.finding,
  faults: [],
})

const failed = (faults: readonly string[]): CommandEnd => ({ code: exitCodes.error, faults })

function faultText(faults: readonly string[]): string {
  const [only = ''] = faults
  if (faults.length === 1) return `tallystick: ${printable(only)}\n`
  return `tallystick: ${faults.length} faults\n${faults.map((fault) => `  ${printable(fault)}\n`).join('')}`
}
