/** The schemas of the rule language by name, taken from the OpenAPI document by the build. */
declare module 'virtual:rule-schemas' {
  const schemas: { readonly [name: string]: object }
  export default schemas
}
