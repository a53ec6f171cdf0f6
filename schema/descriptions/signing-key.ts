/** Texts of the components of schema/signing-key.ts: component, path of the property, text. */
export const signingKeyDescriptions = {
  PublicKey: {
    '': 'The public half of a key that checkpoints are signed with',
    publicKey: 'The 32 raw bytes in base64',
    validFrom: 'When it first signed; null before that',
    validTo: 'When it was found to be configured no more; null while it signs',
    algorithm: 'The signature algorithm',
  },
  PublicKeyList: {
    '': 'The public keys of the service',
    index:
      'The vkeys (C2SP signed-note) that sign the index of all logs now, as witnesses and policies want them; none while the service cannot sign',
    keys: 'The keys that sign now first, then the others, newest first',
  },
} as const
