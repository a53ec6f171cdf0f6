import type { OperationText } from './tags.ts'

/** The texts of the operations of uploads in parts. */
export const uploadTexts: Readonly<Record<string, OperationText>> = {
  createUpload: {
    tag: 'Datasets',
    summary: 'Begin to upload a file in parts',
    description:
      'For files that are too large for one request. The answer names the size of parts into which to cut the file; each is put under its number, and when all have arrived the upload is completed. Its declared bytes count as stored until then. What is not completed within 24 hours is removed.',
  },
  getUpload: {
    tag: 'Datasets',
    summary: 'See which parts of a file have arrived',
    description:
      'The upload with its parts, so that a client that was interrupted goes on with those that are missing. Later the dataset that it has become, as `getDataset` shows it.',
  },
  putUploadPart: {
    tag: 'Datasets',
    summary: 'Upload a part of a file',
    description:
      'Stores the bytes as one part, in any order, from 1 on; a part that is sent again replaces the one before. Each has 8 to 95 MB, and the last may have less. The body is stored only where it is the one of its Content-Digest.',
  },
  completeUpload: {
    tag: 'Datasets',
    summary: 'Complete an upload in parts',
    description:
      'Declares that all parts are there, which must make up the declared bytes. They are then read as one file: `getDataset` shows the dataset as `reading`, then `sealed`, or `refused` with the first 20 faults. May be repeated.',
  },
  abortUpload: {
    tag: 'Datasets',
    summary: 'Abort an upload in parts',
    description:
      'Removes an upload that is not sealed, with its parts; also one that was refused. A dataset that is sealed is removed by `deleteDataset`.',
  },
}
