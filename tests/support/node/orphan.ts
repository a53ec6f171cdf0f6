import { whenOrphaned } from '../../../functions/local/when-orphaned.ts'

/** Stands for `npm start`: prints its id, and goes on until npm is gone. */
const alive = setInterval(() => undefined, 60_000)
whenOrphaned(() => clearInterval(alive))
console.log(process.pid)
