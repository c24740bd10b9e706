import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** The text of a file that the caller has named. @throws CommandFailed when it cannot be read, or is not UTF-8 */
export function readText(file: string): string {
  const bytes = bytesOf(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed(
      `${file} is not UTF-8: its letters could be misread. Save it as "CSV UTF-8" in the spreadsheet.`,
      EXIT.usage,
    );
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${resolve(file)}.` : `${file} cannot be read: ${message}`,
      EXIT.usage,
    );
  }
}
