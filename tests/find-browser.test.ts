import { afterEach, expect, it, vi } from 'vitest'
import { findBrowser } from './support/page/find-browser.ts'

afterEach(() => vi.unstubAllEnvs())

it('takes the browser that CHROME_PATH names before any other', async () => {
  vi.stubEnv('CHROME_PATH', process.execPath)
  expect((await findBrowser())?.path).toBe(process.execPath)
})

it('refuses a CHROME_PATH that leads nowhere, and takes no other browser in its place', async () => {
  vi.stubEnv('CHROME_PATH', '/absent/chromium')
  await expect(findBrowser()).rejects.toThrow('CHROME_PATH is /absent/chromium, where no file is')
})
