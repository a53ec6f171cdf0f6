/** The schemas of the rule language, by name, which the build takes out of the OpenAPI document. */
declare module 'virtual:rule-schemas' {
  const schemas: { readonly [name: string]: object }
  export default schemas
}
