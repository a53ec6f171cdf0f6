import { exitCodes } from './exit-codes.ts'
import { runCommand } from './run-command.ts'
import type { Terminal } from './terminal.ts'

/** The program itself: the process's words and streams, and its exit code. */

// Node would end with 1, which says that items are open.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exit(exitCodes.error)
})

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Of a terminal that does not say how wide it is. */
const columnCountDefault = 80

const terminal: Terminal = {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  columnCount: process.stderr.isTTY ? process.stderr.columns || columnCountDefault : undefined,
}

process.exitCode = await runCommand(process.argv.slice(2), terminal)
