import { cost } from './cost.ts';

process.exitCode = await cost(line => console.log(line));
