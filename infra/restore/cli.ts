import { setTimeout as sleep } from 'node:timers/promises';
import { restore } from './restore.ts';

/** The command's process: `npm run restore` (restore.ts). */
process.exitCode = await restore(process.argv.slice(2), {
  say: line => console.log(line),
  wait: seconds => sleep(seconds * 1000),
  setEnvironment: variables => void Object.assign(process.env, variables),
});
