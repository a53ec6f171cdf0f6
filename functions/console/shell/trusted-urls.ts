/** The Trusted Types policy of the page: a worker may only be started from one of the page's own hashed files. */
interface ScriptUrlPolicy {
  readonly createScriptURL: (url: string) => string
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy
}

declare global {
  /** Absent in browsers without Trusted Types, and in the build, which writes pages as well. */
  var trustedTypes: PolicyFactory | undefined
}

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, location.href)
    if (origin !== location.origin || !/^\/(console\/[\w.-]+|service-worker)\.js$/.test(pathname))
      throw new TypeError(`${url} is no script of this page`)
    return url
  },
}

const policy = globalThis.trustedTypes?.createPolicy('tallystick', rules) ?? rules

/** The URL of one of the page's worker scripts, for `new Worker`. Throws for any other script. */
export const scriptUrl = (url: string): string => policy.createScriptURL(url)
