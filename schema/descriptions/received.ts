/** Texts of the components of schema/received.ts: component, path of the property, text. */
export const receivedDescriptions = {
  ReceivedFile: {
    '': 'A file as it was received, before it was read into records',
    encoding: 'Null for a format that has only one',
    intake: 'Version of the reader that made records of the file',
    mapping: 'SHA-256 of the RFC 8785 bytes of the mapping as it was applied',
    sha256: 'Of the bytes as they were received',
    bytes: 'Its length in bytes',
    format: 'The format that it was read as',
  },
} as const
