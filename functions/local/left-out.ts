/**
 * What the build leaves out of the packages that the Worker is bundled with: what no bundler can tell to be unused, since a
 * class has it as a member or a branch that is never taken leads to it. A test holds the members against the code.
 */

/** What is left out of a file of a package. */
export type LeftOut = LeftOutParts | LeftOutModule

interface LeftOutParts {
  readonly file: string
  /** Members of the classes of the file; a call of one throws, as a call of any member that is not there. */
  readonly members: readonly string[]
  /** Pieces of its text, each with what is written instead. */
  readonly pieces: readonly (readonly [piece: string | RegExp, instead: string])[]
}

/** All that the file exports: each is the expression `value` instead. */
interface LeftOutModule {
  readonly file: string
  readonly value: string
}

/** An expression for what is exported and never reached. */
const unreached = '() => { throw new Error("left out of the bundle") }'

const modules = (folder: string, names: readonly string[], value: string): readonly LeftOutModule[] =>
  names.map((name) => ({ file: `${folder}/${name}.js`, value }))

/**
 * Of zod: JSON Schema, which each schema holds on to and only the OpenAPI document needs, which is made in Node; the messages
 * in English, since ours are set for every fault (schema/fault-messages.ts); the reader of values that contain themselves,
 * since no schema of ours does; and the parsers made with `eval`, which the platform refuses.
 */
const ofZod: readonly LeftOut[] = [
  ...modules('zod/v4/core', ['json-schema-processors', 'to-json-schema', 'memoizer'], '() => undefined'),
  { file: 'zod/v4/locales/en.js', value: '() => ({})' },
  {
    file: 'zod/v4/classic/schemas.js',
    members: [
      ...['with', 'brand', 'overwrite', 'describe', 'meta', 'isOptional', 'isNullable', 'toJSONSchema'],
      ...['exactOptional', 'nonoptional', 'and', 'prefault', 'validate', 'validateAsync', 'encodeAsync'],
      ...['decodeAsync', 'safeEncode', 'safeDecode', 'safeEncodeAsync', 'safeDecodeAsync', 'nonempty', 'lowercase'],
      ...['uppercase', 'slugify', 'email', 'url', 'jwt', 'emoji', 'guid', 'uuid', 'uuidv4', 'uuidv6', 'uuidv7'],
      ...['nanoid', 'cuid', 'cuid2', 'ulid', 'base64', 'base64url', 'xid', 'ksuid', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6'],
      ...['e164', 'duration', 'gt', 'gte', 'lt', 'lte', 'safe', 'positive', 'nonnegative', 'negative', 'nonpositive'],
      ...['multipleOf', 'finite', 'keyof', 'passthrough', 'loose', 'strict', 'strip', 'safeExtend', 'merge'],
      ...['pick', 'exactPartial', 'required', 'extract', 'exclude'],
    ],
    pieces: [
      // The same namespace, of which a bundler can tell the members that are used.
      ['import { util } from "../core/index.js"', 'import * as util from "../core/util.js"'],
      ['core.util.constantCatch', 'util.constantCatch'],
      ['core.$ZodObjectJIT.init(', 'core.$ZodObject.init('],
    ],
  },
]

/**
 * Of drizzle: queries along relations and caches, as no database of ours has any; other kinds of columns; types of PostgreSQL;
 * indexes and checks of tables, of which only migrations are made.
 */
const ofDrizzle: readonly LeftOut[] = [
  ...modules('drizzle-orm', ['relations'], unreached),
  ...modules('drizzle-orm/sqlite-core/query-builders', ['query', 'count', 'query-builder'], unreached),
  ...modules('drizzle-orm/sqlite-core/columns', ['all'], unreached),
  ...modules('drizzle-orm/sqlite-core', ['indexes', 'checks', 'primary-keys'], unreached),
  ...modules('drizzle-orm/pg-core/columns', ['enum'], '() => false'),
  {
    file: 'drizzle-orm/sqlite-core/dialect.js',
    members: ['buildRelationalQuery', 'migrate'],
    pieces: [],
  },
  {
    file: 'drizzle-orm/sqlite-core/db.js',
    members: ['$with', 'with', '$count', 'selectDistinct', 'transaction'],
    pieces: [],
  },
  {
    file: 'drizzle-orm/sqlite-core/session.js',
    members: [],
    pieces: [
      [
        /if \(this\.cacheConfig && !this\.cacheConfig\.enable\) \{[\s\S]*?(?= {2}\}\n {2}getQuery\(\))/,
        'throw new Error("left out of the bundle");\n',
      ],
    ],
  },
  { file: 'drizzle-orm/d1/session.js', members: ['transaction'], pieces: [] },
  {
    file: 'drizzle-orm/sqlite-core/query-builders/select.js',
    members: ['rightJoin', 'fullJoin', 'crossJoin', 'unionAll', 'intersect', 'except', 'having', '$withCache'],
    pieces: [],
  },
  {
    file: 'drizzle-orm/sqlite-core/query-builders/update.js',
    members: ['rightJoin', 'fullJoin'],
    pieces: [],
  },
]

/**
 * Of hono: the router that does not understand our paths, so that the other is taken; the readers of bodies, as the Worker
 * reads every body itself (functions/service/http/body.ts); pages and layouts; other apps below a path; the OpenAPI document.
 */
const ofHono: readonly LeftOut[] = [
  {
    file: 'hono/dist/hono.js',
    members: [],
    pieces: [['new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })', 'new TrieRouter()']],
  },
  { file: 'hono/dist/hono-base.js', members: ['mount', 'fire'], pieces: [] },
  {
    file: 'hono/dist/context.js',
    members: ['render', 'setLayout', 'getLayout', 'setRenderer', 'html', 'redirect'],
    pieces: [],
  },
  { file: 'hono/dist/request.js', members: ['parseBody', 'formData', 'blob'], pieces: [] },
  {
    file: 'hono/dist/validator/validator.js',
    members: [],
    pieces: [
      [/case "json":[\s\S]*?(?=case "query":)/, ''],
      ['case "cookie": value = getCookie(c);', 'default: throw new Error("left out of the bundle");'],
    ],
  },
  {
    file: '@hono/zod-openapi/dist/index.mjs',
    members: ['doc', 'doc31', 'getOpenAPIDocument', 'getOpenAPI31Document', 'openapiRoutes'],
    pieces: [['if (bodyContent) {', 'if (bodyContent) throw new Error("left out of the bundle");\nif (false) {']],
  },
]

/** What makes of a module of CommonJS one of which a bundler can tell what is used. */
const asModule: LeftOutParts['pieces'] = [
  ['Object.defineProperty(exports, "__esModule", { value: true });\n', ''],
  [/^exports\.(\w+) = \1;/gm, 'export { $1 };'],
  [/^exports\.(\w+) = /gm, 'export const $1 = '],
  [/\bexports\.(?=[A-Z])/g, ''],
]

/** Of saxes: namespaces, as the reader of XML asks for none (engine/intake/xml), and patterns of characters. */
const ofSaxes: readonly LeftOut[] = [
  ...['xml/1.0/ed5', 'xml/1.1/ed2', 'xmlns/1.0/ed3'].map((name) => ({
    file: `xmlchars/${name}.js`,
    members: [],
    pieces: [[/^exports\.(?!NAME_RE|NC_NAME_RE)\w+_RE = .*\n/gm, ''] as const, ...asModule],
  })),
  {
    file: 'saxes/saxes.js',
    members: ['pushAttribNS', 'processAttribsNS', 'qname'],
    pieces: [
      ['exports.SaxesParser = exports.EVENTS = void 0;\n', ''],
      ...asModule.slice(0, -1),
      [/^const (\w+) = require\((.*)\);/gm, 'import * as $1 from $2;'],
      ['if (xmlnsOpt) {', 'if (xmlnsOpt) throw new Error("left out of the bundle");\nif (false) {'],
    ],
  },
]

export const leftOut: readonly LeftOut[] = [...ofZod, ...ofDrizzle, ...ofHono, ...ofSaxes]

/**
 * The text of a file without the parts. A member begins on a line and ends on the next line with the same indentation, as the
 * packages write them. Throws where the file has no such part.
 */
export function withoutParts(text: string, { file, members, pieces }: LeftOutParts): string {
  const changed = (before: string, after: string, part: string): string => {
    if (before === after) throw new Error(`${file} has no ${part}`)
    return after
  }
  const shorter = members.reduce((left, name) => changed(left, left.replace(patternOf(name), ''), name), text)
  return pieces.reduce((left, [piece, instead]) => changed(left, left.replace(piece, instead), String(piece)), shorter)
}

/** A method, or a property with a function: `name(…) {`, `name: async function (…) {`, `name = (…) => {` or `name = call()`. */
function patternOf(name: string): RegExp {
  const begin = `^([ \\t]+)(?:async |inst\\.)?${name.replace('$', '\\$')}(?:\\(|: | = )`
  return new RegExp(`${begin}(?:.*[^{\\n][,;]\\n|(?:.*\\n)*?\\1\\}[,;]?\\n)`, 'gm')
}
