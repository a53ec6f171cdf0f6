import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser of the tests, and how it is started. */
export interface Browser {
  readonly path: string
  readonly args: readonly string[]
}

/** Why there is no browser, for whoever wants to run the tests. */
export const browserFault =
  'no Chromium or Chrome was found: install one (Debian: apt-get install chromium), or name one in CHROME_PATH'

/** Programs of a PATH, and where macOS and Windows keep theirs. */
const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    return folder === undefined ? [] : [join(folder, 'Google/Chrome/Application/chrome.exe')]
  }),
]

/** Nothing of the browser's own reaches the network, and no first start is celebrated. */
const quietArgs = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
/** Chromium refuses to run its sandbox as root. */
const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/**
 * The browser that `CHROME_PATH` names, else an installed Chromium or Chrome, else that of the package
 * `@sparticuz/chromium` where somebody has installed it; undefined without any. Rejects where `CHROME_PATH` leads nowhere.
 */
export async function findBrowser(): Promise<Browser | undefined> {
  const named = process.env['CHROME_PATH'] ?? ''
  if (named !== '' && !existsSync(named)) throw new Error(`CHROME_PATH is ${named}, where no file is`)
  const path = named === '' ? (installedPath() ?? (await packagedPath())) : named
  return path === undefined ? undefined : { path, args: [...quietArgs, ...sandboxArgs] }
}

function installedPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = folders.flatMap((folder) => programs.map((program) => join(folder, program)))
  return [...found, ...applications].find(existsSync)
}

/** The package is no dependency of the project: its name is kept from the type check. */
async function packagedPath(): Promise<string | undefined> {
  const name = '@sparticuz/chromium'
  try {
    const { default: chromium }: { default: { executablePath: () => Promise<string> } } = await import(name)
    return await chromium.executablePath()
  } catch {
    return undefined
  }
}
