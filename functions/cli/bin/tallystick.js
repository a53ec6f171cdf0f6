#!/usr/bin/env node
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * What `npx tallystick` starts, under whatever Node the caller has. Node 24 runs the program as it is; an older one
 * cannot read its TypeScript and hands over to the Node 24 among the project's packages. Plain JavaScript for that.
 */

const majorMin = 24

if (Number.parseInt(process.versions.node, 10) >= majorMin) await runHere()
else handOver(projectNode())

/** Reading TypeScript takes longer than most of what is asked for, so Node keeps what it has read. */
async function runHere() {
  // Not in the folder for temporary files, where another user could have laid down something to run.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/tallystick', import.meta.url)))
  await import('../main.ts')
}

/** The path of the Node that `npm ci` installed for this platform; undefined where there is none. */
function projectNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const executable = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    return createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/bin/${executable}`)
  } catch {
    return undefined
  }
}

function handOver(node) {
  if (node === undefined) {
    fail(`wanted Node ${majorMin} or newer, got ${process.versions.node}, and npm ci installed none for this platform`)
    return
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${node} cannot be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    for (const each of signals) process.removeAllListeners(each)
    if (signal === null) process.exitCode = code
    else process.kill(process.pid, signal)
  })
}

function fail(message) {
  console.error(`tallystick: ${message}`)
  process.exitCode = 2
}
