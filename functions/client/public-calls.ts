import type { PricingPlan } from '@tallystick/schema/key'
import type { MetaRecord, Readiness } from '@tallystick/schema/meta'
import type { PlaygroundFlag, PlaygroundResponse } from '@tallystick/schema/playground'
import type { ProblemCode } from '@tallystick/schema/problem-table'
import type { PublicKeyList } from '@tallystick/schema/signing-key'
import type { Calls } from './calls.ts'
import { type CallOptions, segment } from './transport.ts'

export interface ProblemDescription {
  readonly type: string
  readonly code: ProblemCode
  readonly title: string
  readonly status: number
  readonly description: string
}

export const systemCalls = (calls: Calls) => ({
  health: (options: CallOptions = {}): Promise<{ status: 'ok' }> => calls.json('/health', options),

  /** Rejects with `unexpected_answer` while the service is not ready. */
  ready: (options: CallOptions = {}): Promise<Readiness> => calls.json('/ready', options),

  /** Versions, limits, adapters and problem codes. */
  meta: (options: CallOptions = {}): Promise<MetaRecord> => calls.json('/meta', options),

  openapi: (options: CallOptions = {}): Promise<{ readonly [member: string]: unknown }> =>
    calls.json('/openapi.json', options),

  /** A short description of the service for a language model (llmstxt.org). */
  llms: (options: CallOptions = {}): Promise<string> =>
    calls.text('/llms.txt', { prefix: '', accept: 'text/plain', ...options }),

  /** A page of the documentation as Markdown, such as `api.md`. */
  documentation: (page: string, options: CallOptions = {}): Promise<string> =>
    calls.text(`/docs/${segment(page)}`, { prefix: '', accept: 'text/markdown', ...options }),

  problem: (code: ProblemCode, options: CallOptions = {}): Promise<ProblemDescription> =>
    calls.json(`/problems/${segment(code)}`, { prefix: '', ...options }),

  publicKeys: (options: CallOptions = {}): Promise<PublicKeyList> =>
    calls.json('/.well-known/tallystick-keys', { prefix: '', ...options }),
})

/** Criteria to try on the built-in records. */
export interface PlaygroundRun {
  readonly source: { readonly adapter: string }
  readonly target: { readonly adapter: string }
  readonly rules: { readonly matching: readonly { readonly field: string; readonly tolerance?: number }[] }
}

export interface PlaygroundOptions extends CallOptions {
  /** The plan to try; `free` when left out. */
  readonly plan?: PricingPlan
  readonly flags?: readonly PlaygroundFlag[]
}

export const playgroundCalls = (calls: Calls) => ({
  /** Runs the engine over demo data. Stores nothing. */
  run: (run: PlaygroundRun, { plan, flags, ...options }: PlaygroundOptions = {}): Promise<PlaygroundResponse> =>
    calls.change({
      path: '/reconcile/run',
      json: run,
      headers: {
        ...(plan !== undefined && { 'X-Plan-Tier': plan }),
        ...(flags !== undefined && { 'X-Feature-Flags': flags.join(',') }),
      },
      ...options,
    }),
})
