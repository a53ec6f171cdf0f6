/** Content that is found to be unreadable while it is read; the message is for a person. */
export class UnreadableError extends Error {}
