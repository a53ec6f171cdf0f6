#!/usr/bin/env node
import { freshBundle } from '@tallystick/local/cli-bundle.js'
import { launch } from '@tallystick/local/launch.js'

/** What `npx tallystick` starts, under whatever Node the caller has. */
await launch(freshBundle() ?? new URL('../main.ts', import.meta.url), process.argv.slice(2))
