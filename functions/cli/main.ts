import { exitCodes, runCommand } from './run-command.ts'
import type { Terminal } from './terminal.ts'

// Without this Node would exit with 1, which means that records are open.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exit(exitCodes.error)
})

// A program that closes the pipe early, such as `head`, is not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** The width that is assumed where a terminal does not state its own. */
const columnCountDefault = 80

const terminal: Terminal = {
  print: (text) => process.stdout.write(text),
  printReport: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  columnCount: process.stderr.isTTY ? process.stderr.columns || columnCountDefault : undefined,
}

process.exitCode = await runCommand(process.argv.slice(2), terminal)
