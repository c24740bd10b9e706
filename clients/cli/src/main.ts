#!/usr/bin/env node
import { CommanderError } from 'commander';
import { outcomeOf } from './exit-codes.ts';
import { program } from './program.ts';

/** `npm run cli -- …` */
try {
  await program().parseAsync();
} catch (error) {
  // commander has printed its own message, or the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    const { exitCode, lines } = outcomeOf(error);
    process.stderr.write(lines.map(line => `${line}\n`).join(''));
    process.exitCode = exitCode;
  }
}
