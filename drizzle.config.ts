import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./schema/tables.ts', './schema/index-tables.ts'],
  out: './schema/migrations',
})
