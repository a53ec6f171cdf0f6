import { guideOrder } from './docs/guide-order.ts'

/** A page of the console. The build writes a document for each (`write-pages.tsx`). */
export interface ListedPage {
  readonly path: string
  /** Other addresses that are answered with this document; `*` at the end stands for any continuation. */
  readonly others: readonly string[]
  /** The modules that the page needs beside those of every page; the browser fetches them at once. */
  readonly modules: readonly string[]
  /** Whether its document holds the header alone. Other pages are the same for everybody: their documents hold all of them. */
  readonly isAlone?: boolean
  /** What its document says of itself, in place of its first heading and sentences. */
  readonly described?: { readonly title?: string; readonly description: string }
}

/** Whether the page is the same for everybody, so that its document holds it. */
export const isWritten = (page: ListedPage): boolean => page.isAlone !== true

const guideNames = guideOrder.flatMap(({ names }) => [...names])

/** Every page. `pages.tsx` leads each address to its component. */
export const pageList: readonly ListedPage[] = [
  // A guide that there is not is told by the code.
  { path: '/', others: ['/docs/guide/*'], modules: [], isAlone: true },
  {
    ...{ path: '/verify', others: [], modules: ['verify/verify-page.tsx'] },
    isAlone: true,
    described: {
      title: 'Verify',
      description:
        'Check the evidence of a reconciliation or of a closed period on your own machine, without trusting who made it.',
    },
  },
  {
    ...{ path: '/app', others: ['/app/*'], modules: ['app/app-page.tsx'] },
    isAlone: true,
    described: {
      title: 'Workspace',
      description: 'Runs, datasets, reconciliations and their periods, for those who have an account of this service.',
    },
  },
  {
    ...{ path: '/result/sample', others: ['/result/*'], modules: ['result/result-page.tsx'] },
    isAlone: true,
    described: {
      title: 'Result',
      description: 'What matched between two files, what did not, and why, with the records side by side.',
    },
  },
  {
    ...{ path: '/close/new', others: ['/close/*'], modules: ['own-close/own-close-page.tsx'] },
    isAlone: true,
    described: {
      title: 'Close',
      description:
        'Close a month on your own machine: decide about every open item, prove both balances to the cent, and sign.',
    },
  },
  { path: '/docs', others: [], modules: ['docs/docs-page.tsx'] },
  {
    ...{ path: '/docs/reference', others: [], modules: ['docs/reference-page.tsx'] },
    described: {
      description: 'Every call of the API: what it takes, what it answers, and the problems it can end with.',
    },
  },
  ...guideNames.map((name) => ({
    path: `/docs/guide/${name}`,
    others: [],
    modules: ['docs/guide-page.tsx', `../../docs/${name}.md`],
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
