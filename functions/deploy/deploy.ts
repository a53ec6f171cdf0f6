import { runDeploy } from './run-deploy.ts'

/** The program itself: the words and streams of the process, and its exit code. */

process.exitCode = await runDeploy(process.argv.slice(2), { print: console.log, printError: console.error })
