import { spawn } from 'node:child_process'
import { enterServer, leaveServer } from '../../../functions/local/running-instance.ts'

/**
 * Stands for `npm start` in a folder: `FOLDER WORKERD` enters itself, begins WORKERD, which is called so and only sleeps,
 * and prints both ids. Leaves at SIGTERM.
 */
const [, , folder = '', workerd = ''] = process.argv
enterServer(folder)
const worker = spawn(workerd, ['1000'], { stdio: 'ignore' })
worker.once('spawn', () => console.log(JSON.stringify([process.pid, worker.pid])))
process.once('SIGTERM', () => {
  worker.once('exit', () => {
    leaveServer(folder)
    process.exit(0)
  })
  worker.kill()
})
