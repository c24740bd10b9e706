import { readFileSync } from 'node:fs';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** The text of a file that the caller has named. @throws CommandFailed when it cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandFailed(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`, EXIT.usage);
  }
}
