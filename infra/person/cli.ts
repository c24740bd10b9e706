import { writeFile } from 'node:fs/promises';
import { person } from './person.ts';

/** The command's process: `npm run person` (person.ts). */

process.exitCode = await person(
  process.argv.slice(2),
  {
    say: line => console.log(line),
    write: (file, text) => writeFile(file, text, { flag: 'wx', mode: 0o600 }),
    setEnvironment: variables => void Object.assign(process.env, variables),
  },
  process.env['PORT'] || undefined,
);
