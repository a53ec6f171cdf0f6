import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { hasShell } from '../node/installed.ts'
import { freePort } from '../node/npm-script.ts'
import { serveCopyWith } from '../node/serve-copy.ts'
import { browserFault, findBrowser } from './find-browser.ts'

/**
 * One browser and one `npm start` in a copy of the project, with the console that its build makes, for all files of
 * `tests/page`. Without a browser nothing is served, and each test is skipped; in CI that is a failure.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser is asked; empty without one. */
    readonly browserEndpoint: string
    /** A port of this machine that the service may send events to. */
    readonly receiverPort: number
  }
}

/** Called by vitest before the first test; what it gives back is called at the end. */
export default async function setUpPage(project: TestProject): Promise<() => Promise<void>> {
  const browser = await findBrowser()
  if (browser === undefined && (process.env['CI'] ?? '') !== '') throw new Error(browserFault)
  if (browser === undefined || !hasShell) {
    console.log(`The tests of the page are skipped: ${hasShell ? browserFault : 'they need a POSIX shell'}`)
    project.provide('browserEndpoint', '')
    project.provide('receiverPort', 0)
    project.provide('served', { path: '', port: 0 })
    return async () => {}
  }
  const server = await chromium.launchServer({ executablePath: browser.path, args: [...browser.args] })
  project.provide('browserEndpoint', server.wsEndpoint())
  const receiverPort = await freePort()
  project.provide('receiverPort', receiverPort)
  const stopServing = await serveCopyWith(project.provide, `WEBHOOK_ALLOW=127.0.0.1:${receiverPort}\n`)
  return async () => {
    await server.close()
    await stopServing()
  }
}
