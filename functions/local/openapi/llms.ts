import type { Document, Operation } from './nodes.ts'

/** The parts of a documentation page that a list of pages needs. */
export interface Page {
  /** The file name of the page, such as `api.md`. */
  readonly name: string
  readonly text: string
}

/** The calls that make a reconciliation, in their order. */
const coreCalls = [
  'createDataset',
  'proposePolicy',
  'createRun',
  'listResults',
  'traceArtifactLineage',
  'getEvidence',
  'replayRun',
  'getUsage',
] as const

/** Pages that callers of the service do not need: they are listed in the section `Optional` of llmstxt.org. */
const optionalPages = ['architecture.md', 'benchmarks.md', 'deploying.md', 'operating.md']

/**
 * The text of `/llms.txt` in the form of llmstxt.org, made from the document without the operator's operations and from
 * the pages.
 */
export function makeLlmsText(document: Document, pages: readonly Page[]): string {
  const isOptional = ({ name }: Page) => optionalPages.includes(name)
  return [
    `# ${document.info.title}`,
    `> ${document.info.description}`,
    'All paths are of the service that served this text. Amounts are exact decimals, written as text.',
    `A request carries an API key of a tenant in the header \`X-API-Key\`. A key has scopes; an operation names those that it needs in \`x-required-scopes\`. The operator of the service makes the first key. What describes the service, this text among it, and the playground \`POST /api/v1/reconcile/run\` need no key.`,
    'A fault is `application/problem+json` (RFC 9457) with a stable `code`. 429 and 503 say in `Retry-After` when to come back. `POST /api/v1/datasets`, `POST /api/v1/runs` and replays take an `Idempotency-Key`, and may then be repeated. Lists have pages: follow the `Link` header with `rel="next"`.',
    ['The calls of a reconciliation:', '', ...coreCalls.map((id, index) => callLine(document, id, index + 1))].join(
      '\n',
    ),
    section('API', [
      ['OpenAPI document', '/api/v1/openapi.json', 'every operation with its parameters, bodies, answers and examples'],
      ['Description of the service', '/api/v1/meta', 'limits, adapters, recognised columns, problem codes'],
      ['Public keys', '/.well-known/tallystick-keys', 'what evidence is verified with'],
    ]),
    section('Documentation', pages.filter((page) => !isOptional(page)).map(linkOf)),
    section('Optional', pages.filter(isOptional).map(linkOf)),
  ]
    .join('\n\n')
    .concat('\n')
}

function callLine(document: Document, operationId: string, place: number): string {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId)
        return `${place}. \`${method.toUpperCase()} ${path}\`: ${summaryOf(operation)}`
  throw new Error(`The document has no ${operationId}`)
}

const summaryOf = ({ summary = '' }: Operation): string => summary.charAt(0).toLowerCase() + summary.slice(1)

type Link = readonly [name: string, url: string, note: string]

const section = (title: string, links: readonly Link[]): string =>
  [`## ${title}`, '', ...links.map(([name, url, note]) => `- [${name}](${url}): ${note}`)].join('\n')

/** A link with the first sentence of the page, which says for which reader it is. */
function linkOf({ name, text }: Page): Link {
  const [, title, opening] = /^# (.+)\n\n([\s\S]+?)[.:](?=\s)/.exec(text) ?? []
  if (title === undefined || opening === undefined) throw new Error(`${name} has no title and first sentence`)
  return [title, `/docs/${name}`, opening.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')]
}
