import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from './context.ts';
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

/** Writes bytes into a file, and prints its name and size; into standard output for `-`. */
export function writeBytes({ output }: Context, file: string, bytes: Buffer): void {
  if (file === '-') return void process.stdout.write(bytes);
  writeFileSync(file, bytes);
  output.result({ file, bytes: bytes.byteLength }, [`${file} (${bytes.byteLength} bytes)`]);
}

/** A number or name as a part of a file name, which must not lead to another folder. */
export const namePart = (text: string): string => text.replace(/[^\w.-]+/g, '_');
