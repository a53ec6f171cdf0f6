/** Thrown where content turns out to be unreadable while it is read. The message is for a person. */
export class UnreadableError extends Error {}
