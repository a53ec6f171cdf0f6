/** The groups of operations, in the order in which a reader needs them. */
export const tags = [
  { name: 'Datasets', description: 'Uploading the two sides of a reconciliation, and reading them back' },
  { name: 'Runs', description: 'Reconciling two datasets under a rule set, and executing a run again' },
  { name: 'Results', description: 'What a run found: matches, suggestions, breaks, exclusions and netted records' },
  {
    name: 'Periods',
    description: 'Reconciliations and their periods: what stands from month to month, and what each month reads',
  },
  { name: 'Evidence', description: 'What proves a run, a line of its result, and its place in the tenant’s log' },
  { name: 'Explain', description: 'Why a result is as it is: execution graph, lineage, impact of rules' },
  { name: 'Log', description: 'The tenant’s log of receipts, as C2SP tlog-tiles' },
  { name: 'Keys', description: 'API keys of the tenant, and the public keys of the service' },
  { name: 'People', description: 'Members of a tenant: signing in, inviting, roles, and what was done by whom' },
  { name: 'Inbox', description: 'Links that take the files of a reconciliation without a key, and what they took' },
  { name: 'Webhooks', description: 'Endpoints that are told of what happens, and how each delivery goes' },
  { name: 'Usage', description: 'What a tenant uses of its plan' },
  { name: 'Playground', description: 'Trying a rule on built-in records, without a key' },
  { name: 'System', description: 'What the service is and how it is' },
  { name: 'Admin', description: 'Tenants, for the operator of the service' },
] as const
