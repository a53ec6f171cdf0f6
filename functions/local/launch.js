import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Starts a TypeScript program of the project: under the caller's Node if that is version 24 or later, else under the
 * Node 24 that `npm ci` installs for this platform. This file is plain JavaScript, because any version of Node has to
 * read it.
 */

const majorMin = 24

/**
 * Node keeps compiled code here. It is not in the folder for temporary files, where another user could plant code to
 * run.
 */
const compileCachePath = fileURLToPath(new URL('../../node_modules/.cache/tallystick', import.meta.url))

/** Runs the program at the URL with `words` as its arguments. Ends with the program's exit code. */
export async function launch(program, words) {
  const path = fileURLToPath(program)
  if (Number.parseInt(process.versions.node, 10) < majorMin) {
    launchUnder(projectNode(), [path, ...words])
    return
  }
  process.argv.splice(1, process.argv.length, path, ...words)
  module.enableCompileCache(compileCachePath)
  await import(program)
}

/** The Node that `npm ci` installed; undefined where there is none for this platform. */
function projectNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const executable = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    return createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/bin/${executable}`)
  } catch {
    return undefined
  }
}

function launchUnder(node, words) {
  if (node === undefined) {
    fail(
      `Tallystick needs Node ${majorMin} or newer and this is Node ${process.versions.node}: ` +
        `install Node ${majorMin} (https://nodejs.org); on Linux and on Windows x64, npm ci brings it`,
    )
    return
  }
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCachePath }
  const child = spawn(node, words, { stdio: 'inherit', env })
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
  console.error(message)
  process.exitCode = 2
}
