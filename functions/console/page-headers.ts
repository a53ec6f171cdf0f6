/**
 * The headers of all files of the page, in the format of Cloudflare's `_headers`. They allow only scripts from the
 * page's files, no inline style, and no text as code (Trusted Types) except through the policy for the page's workers.
 * `wasm-unsafe-eval` lets the hasher be compiled. No header allows caching: the platform would also send it with the
 * 404 for a file of another version.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tallystick',
].join('; ')

/** The folder of the API reference's frame, below the assets. */
export const referencePath = 'console/reference'

/**
 * The policy of the frame of the API reference, whose library writes inline styles. The frame has no origin and no
 * network: only scripts of the given hashes may run in it, and the page sends its requests.
 */
const framePolicy = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-forms allow-downloads',
  ].join('; ')

/**
 * The headers of all files, given the script sources of the reference's frame. A later rule adds to an earlier one
 * unless it removes the header first. Any origin may read the frame's scripts, since a document without an origin
 * counts as a foreign one.
 */
export const makePageHeaders = (frameScripts: readonly string[]): string => `/*
  Content-Security-Policy: ${policy}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()
  Strict-Transport-Security: max-age=31536000; includeSubDomains

/${referencePath}/*
  ! Content-Security-Policy
  Content-Security-Policy: ${framePolicy(frameScripts)}
  ! Cross-Origin-Resource-Policy
  Cross-Origin-Resource-Policy: cross-origin
  Access-Control-Allow-Origin: *
`
