import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { redrive } from './redrive.ts';

/** The command's process: `npm run redrive` (redrive.ts). */

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

process.exitCode = await redrive(
  process.argv.slice(2),
  {
    say: line => console.log(line),
    confirm,
    wait: seconds => sleep(seconds * 1000),
    setEnvironment: variables => void Object.assign(process.env, variables),
  },
  process.env['PORT'] || undefined,
);
