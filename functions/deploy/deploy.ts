import { runDeploy } from './run-deploy.ts'

process.exitCode = await runDeploy(process.argv.slice(2), { print: console.log, printError: console.error })
