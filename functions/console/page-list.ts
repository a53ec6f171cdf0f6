import { guideOrder } from './docs/guide-order.ts'

/** A page of the console. The build writes a document for each (`write-pages.tsx`). */
export interface ListedPage {
  readonly path: string
  /** Other addresses that are answered with this document; `*` at the end stands for any continuation. */
  readonly others: readonly string[]
  /** The modules that the page needs beside those of every page; the browser fetches them at once. */
  readonly modules: readonly string[]
  /** Whether the page is the same for everybody, so that its document holds it; another holds the header alone. */
  readonly isWritten: boolean
}

const guideNames = guideOrder.flatMap(({ names }) => [...names])

/** Every page. `pages.tsx` leads each address to its component. */
export const pageList: readonly ListedPage[] = [
  // A guide that there is not is told by the code.
  { path: '/', others: ['/docs/guide/*'], modules: [], isWritten: false },
  { path: '/verify', others: [], modules: ['verify/verify-page.tsx'], isWritten: false },
  { path: '/app', others: ['/app/*'], modules: ['app/app-page.tsx'], isWritten: false },
  { path: '/result/sample', others: ['/result/*'], modules: ['result/result-page.tsx'], isWritten: false },
  { path: '/close/new', others: ['/close/*'], modules: ['own-close/own-close-page.tsx'], isWritten: false },
  { path: '/docs', others: [], modules: ['docs/docs-page.tsx'], isWritten: true },
  { path: '/docs/reference', others: [], modules: ['docs/reference-page.tsx'], isWritten: true },
  ...guideNames.map((name) => ({
    path: `/docs/guide/${name}`,
    others: [],
    modules: ['docs/guide-page.tsx', `../../docs/${name}.md`],
    isWritten: true,
  })),
]

/**
 * In the form of Cloudflare's `_redirects`, whose first fitting line counts: the address of each document is answered with
 * the document itself, and others with that of their page.
 */
export const pageRewrites = [
  ...pageList.map(({ path }) => [path, path]),
  ...pageList.flatMap(({ path, others }) => others.map((other) => [other, path])),
]
  .map(([address, path]) => `${address} ${path} 200\n`)
  .join('')

/** Whether a page is at the address. */
export const isPageAddress = (address: string): boolean =>
  pageList
    .flatMap(({ path, others }) => [path, ...others])
    .some((each) => (each.endsWith('*') ? address.startsWith(each.slice(0, -1)) : address === each))
