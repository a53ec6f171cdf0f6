/**
 * What the bundler takes for `@asteasolutions/zod-to-openapi` (`alias` in wrangler.toml). The OpenAPI document is made
 * when the Worker is built (functions/local/openapi), so that the Worker needs neither the generator nor the metadata of the
 * schemas: `.openapi(…)` gives back the schema itself.
 */

interface Prototypes {
  readonly ZodType: { readonly prototype: object }
}

/** Gives every schema the method `openapi`, which does nothing. Zod copies to each schema what can be enumerated. */
export function extendZodWithOpenApi(zod: Prototypes): void {
  Object.defineProperty(zod.ZodType.prototype, 'openapi', {
    value(this: object) {
      return this
    },
    enumerable: true,
  })
}

/** A registry that keeps nothing. */
export class OpenAPIRegistry {
  readonly definitions: readonly never[] = []

  registerPath(): void {}
}

/** No document is made in the Worker. */
export class OpenApiGeneratorV3 {}
export class OpenApiGeneratorV31 {}

/** No schema has metadata. */
export const getOpenApiMetadata = (): object => ({})
