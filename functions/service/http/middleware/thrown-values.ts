import type { Context } from 'hono'
import { answerError } from '../answer-error.ts'
import type { AppEnv } from '../app-env.ts'

/** Makes a problem of what is thrown and no Error: Hono hands Errors alone to the app, and the rest to the platform. */
export const thrownValues = () =>
  async function thrownValues(c: Context<AppEnv>, next: () => Promise<void>) {
    try {
      await next()
    } catch (thrown) {
      c.res = answerError(c, thrown)
    }
  }
