/** What the bundler takes for drizzle (`alias` in wrangler.toml): the values of its packages that the Worker uses. */
export {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
export { drizzle } from 'drizzle-orm/d1'
export { check, index, integer, primaryKey, sqliteTable, text, union, uniqueIndex } from 'drizzle-orm/sqlite-core'
