#!/usr/bin/env node
import { launch } from '../../local/launch.js'

/** What `npx tallystick` starts, under whatever Node the caller has. */
await launch(new URL('../main.ts', import.meta.url), process.argv.slice(2))
