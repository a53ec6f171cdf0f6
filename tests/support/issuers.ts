declare module 'vitest' {
  interface ProvidedContext {
    /** The lines of OIDC_ISSUERS of the two providers that run beside the tests of the Worker. */
    readonly issuers: readonly [string, string]
  }
}

/** Where the Worker of the tests is, to which the providers lead back. */
export const testOrigin = 'https://tallystick.test'
