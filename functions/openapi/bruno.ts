import { type Block, formatBlocks } from './bruno-blocks.ts'
import { csvBlocks, keyBlock, type Placed, requestBlocks } from './bruno-request.ts'
import type { Document, Operation } from './nodes.ts'

/** The OpenAPI document as a collection of Bruno: a folder for each tag, and in it a request for each operation. */

type Files = ReadonlyMap<string, string>

const collection = { version: '1', name: 'Tallystick', type: 'collection', ignore: ['node_modules', '.git'] }
const localUrl = 'http://127.0.0.1:8787'

/** The files of the collection by their paths. */
export function makeBrunoCollection(document: Document): Files {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ path, method, operation })),
  )
  const { targetAdapter } = Object(
    document.paths['/api/v1/runs']?.['post']?.requestBody?.content['application/json']?.example,
  )
  const tags = document.tags.filter(({ name }) => operations.some(({ operation }) => tagOf(operation) === name))
  const folders = tags.flatMap(({ name: tag, description }, index) => {
    const own = operations.filter(({ operation }) => tagOf(operation) === tag)
    const requests = own.flatMap((placed) => {
      const { operationId } = placed.operation
      const csv = csvBlocks(placed, targetAdapter)
      return [
        { name: operationId, blocks: requestBlocks(placed) },
        ...(csv === undefined ? [] : [{ name: `${operationId}-csv`, blocks: csv }]),
      ]
    })
    return [
      [`${tag}/folder.bru`, formatBlocks([metaOf(tag, index), { name: 'docs', text: description }])] as const,
      ...requests.map(({ name, blocks }, place) => {
        const meta = metaOf(name, place)
        return [
          `${tag}/${name}.bru`,
          formatBlocks([{ ...meta, pairs: { ...meta.pairs, type: 'http' } }, ...blocks]),
        ] as const
      }),
    ]
  })
  return new Map([
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    ['collection.bru', formatBlocks([{ name: 'auth', pairs: { mode: 'apikey' } }, keyBlock('apiKey')])],
    ['environments/Local.bru', formatBlocks([{ name: 'vars', pairs: { baseUrl: localUrl } }, secrets])],
    ...folders,
  ])
}

/** Bruno keeps the values of secrets apart from the files. */
const secrets: Block = { name: 'vars:secret', list: ['apiKey', 'adminKey'] }

const tagOf = ({ tags = [] }: Operation): string | undefined => tags[0]

const metaOf = (name: string, index: number) => ({ name: 'meta', pairs: { name, seq: String(index + 1) } })
