/**
 * The headers of every file of the page, in the form of Cloudflare's `_headers`. No script but those of the page's own
 * files, no inline style, and no sink that takes text as code (Trusted Types, but for the one policy that names the page's own
 * workers). `wasm-unsafe-eval` lets the hasher be compiled. No header says how long a
 * file may be kept, since the platform would send it with the 404 of a file of another version as well.
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

/** Where the frame of the API reference is, below the assets. */
export const referencePath = 'console/reference'

/**
 * The policy of the frame of the API reference, whose library writes inline styles. The document has no origin of its own
 * and no network: its scripts are named by their bytes, and what it shows and sends goes through the page around it.
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
 * The headers of all files, given the sources of the scripts in the frame of the reference. A later rule adds to an earlier
 * one, unless it takes the header away first. The frame's scripts may be read by any origin, since a document without one
 * counts as another.
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

/** The addresses of the page beside `/`; one that ends in `*` stands for all that begin so. */
export const pagePaths = ['/app', '/app/*', '/docs', '/docs/guide/*', '/docs/reference', '/result/*', '/verify']

/** The same in the form of Cloudflare's `_redirects`: each is answered with the document itself. */
export const pageRewrites = pagePaths.map((path) => `${path} / 200\n`).join('')
