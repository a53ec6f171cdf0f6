/** Who reads the guides, and which ones in the order in which they come to need them. */
export const guideOrder = [
  { reader: 'Reconcile', names: ['console', 'walkthrough', 'cli', 'formats', 'rules', 'breaks'] },
  { reader: 'Audit', names: ['auditors'] },
  { reader: 'Build on it', names: ['api', 'architecture', 'benchmarks', 'glossary'] },
  { reader: 'Run the service', names: ['deploying', 'operating'] },
] as const
