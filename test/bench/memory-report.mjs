// Loaded before a program: writes the largest memory that it has had, in kilobytes, to the file in BENCH_MEMORY_FILE.
import { writeFileSync } from 'node:fs';

const file = process.env.BENCH_MEMORY_FILE;
// Processes that the program starts have a memory of their own.
delete process.env.BENCH_MEMORY_FILE;
if (file) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
