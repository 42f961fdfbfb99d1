// Preloaded into the command line under test: writes its peak memory, in bytes, when it exits.
import { writeFileSync } from 'node:fs';

const file = process.env.HOSTILE_PEAK_MEMORY;
// Servers under test inherit the environment, but not this module.
if (file) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS * 1024)));
