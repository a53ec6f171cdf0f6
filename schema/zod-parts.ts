/**
 * What zod's `v4/classic/external.js` exports, but for its messages in other languages and for what only converts
 * schemas. From zod's own files, since its package offers none of them apart.
 */
export * from '../node_modules/zod/v4/classic/checks.js'
export * as coerce from '../node_modules/zod/v4/classic/coerce.js'
export * from '../node_modules/zod/v4/classic/compat.js'
export * from '../node_modules/zod/v4/classic/errors.js'
export * as iso from '../node_modules/zod/v4/classic/iso.js'
export * from '../node_modules/zod/v4/classic/parse.js'
export * from '../node_modules/zod/v4/classic/schemas.js'
export {
  $brand,
  $input,
  $output,
  clone,
  config,
  flattenError,
  formatError,
  getDiscriminatedOption,
  globalRegistry,
  INVALID,
  memoizer,
  NEVER,
  prettifyError,
  regexes,
  registry,
  TimePrecision,
  treeifyError,
  util,
} from '../node_modules/zod/v4/core/index.js'
