export const guideOrder = [
  { reader: 'Reconcile', names: ['console', 'walkthrough', 'cli', 'close', 'formats', 'rules', 'breaks'] },
  { reader: 'Audit', names: ['auditors'] },
  { reader: 'Build on it', names: ['api', 'webhooks', 'architecture', 'benchmarks', 'glossary'] },
  { reader: 'Run the service', names: ['deploying', 'operating'] },
] as const
