import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that asks `/health` of the origin it is given again and again, and answers a message with the longest that it took.
 * It is a thread of its own: what makes a body and sends it takes time of the one that does.
 */

const askMilliseconds = 10

let longest = 0
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
while (!isOver) {
  const startedAt = performance.now()
  await (await fetch(new URL('/api/v1/health', workerData))).text()
  longest = Math.max(longest, performance.now() - startedAt)
  await sleep(askMilliseconds)
}
parentPort?.postMessage(longest)
