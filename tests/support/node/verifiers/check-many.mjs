import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * Runs docs/check.mjs for each line of the input, a JSON list of its words, and answers with a line each, what it printed
 * and its exit code. The module is evaluated anew each time, by an address that was not imported before.
 */

const program = process.argv[2]
const print = console.log
let count = 0
for await (const line of createInterface({ input: process.stdin })) {
  const answer = { code: 0, output: '', errors: '' }
  console.log = (text) => {
    answer.output += `${text}\n`
  }
  console.error = (text) => {
    answer.errors += `${text}\n`
  }
  process.argv = [process.execPath, program, ...JSON.parse(line)]
  process.exitCode = undefined
  await import(`${pathToFileURL(program)}?${count}`)
  count += 1
  answer.code = process.exitCode
  print(JSON.stringify(answer))
}
process.exitCode = 0
