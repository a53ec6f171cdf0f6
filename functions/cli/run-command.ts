import { readArguments, usage } from './arguments.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { runReconcile } from './run-reconcile.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs the command that the words after `tallystick` ask for. Whatever is wrong is written to standard error, all of
 * it at once, and ends in exit code 2. Rejects only for a fault of the program itself.
 */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const read = readArguments(words)
  if (!read.ok) {
    terminal.printError(`${faultText(read.faults)}${usage}\n`)
    return exitCodes.error
  }
  if (read.value.command === 'help') {
    terminal.print(`${usage}\n`)
    return exitCodes.nothingOpen
  }
  const end = await runReconcile(read.value, terminal)
  if (end.ok) return end.openCount === 0 ? exitCodes.nothingOpen : exitCodes.openItems
  terminal.printError(faultText(end.faults))
  return exitCodes.error
}

function faultText(faults: readonly string[]): string {
  const [only] = faults
  if (faults.length === 1) return `tallystick: ${only}\n`
  return `tallystick: ${faults.length} faults\n${faults.map((fault) => `  ${fault}\n`).join('')}`
}
