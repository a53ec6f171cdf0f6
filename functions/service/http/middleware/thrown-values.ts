import type { Context } from 'hono'
import { answerError } from '../answer-error.ts'
import type { AppEnv } from '../app-env.ts'

/** Answers thrown values that are no Errors: Hono passes only Errors to the app's handler. */
export const thrownValues = () =>
  async function thrownValues(c: Context<AppEnv>, next: () => Promise<void>) {
    try {
      await next()
    } catch (thrown) {
      c.res = answerError(c, thrown)
    }
  }
