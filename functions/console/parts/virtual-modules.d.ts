/** The schemas of the rule language by name, taken from the OpenAPI document by the build. */
declare module 'virtual:rule-schemas' {
  const schemas: { readonly [name: string]: object }
  export default schemas
}

/** The calls of the API by tag, in the order of the OpenAPI document, from which the build takes them. */
declare module 'virtual:api-calls' {
  interface ApiCall {
    /** In capitals. */
    readonly method: string
    readonly path: string
    readonly summary: string
  }
  const groups: readonly { readonly tag: string; readonly calls: readonly ApiCall[] }[]
  export default groups
}
