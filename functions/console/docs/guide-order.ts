/** The readers of the guides, each with the guides in the order in which they need them. */
export const guideOrder = [
  { reader: 'Reconcile', names: ['console', 'walkthrough', 'cli', 'formats', 'rules', 'breaks'] },
  { reader: 'Audit', names: ['auditors'] },
  { reader: 'Build on it', names: ['api', 'architecture', 'benchmarks', 'glossary'] },
  { reader: 'Run the service', names: ['deploying', 'operating'] },
] as const
