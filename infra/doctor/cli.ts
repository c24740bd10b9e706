import { doctor } from './doctor.ts';

process.exitCode = await doctor(process.argv.slice(2), line => console.log(line));
