/** A file that turned out unreadable while it was read; the message is for a person. */
export class UnreadableError extends Error {}
