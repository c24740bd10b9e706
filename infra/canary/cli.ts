import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readStages } from '../stage/stages.ts';
import { canaryCommand } from './command.ts';

/** The command's process: `npm run canary` (command.ts). */

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

const file = join(import.meta.dirname, '..', '..', 'cdk.json');
const { context } = JSON.parse(readFileSync(file, 'utf8')) as { context: { stages: unknown } };
process.exitCode = await canaryCommand(process.argv.slice(2), readStages(context.stages), {
  say: line => console.log(line),
  ask,
});
